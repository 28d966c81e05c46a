#pragma once

namespace assay {

class ApplicationController;

/// How the program is there while no window is: on the Mac it stays, with menus and a Dock icon
/// that brings the start page back; elsewhere it ends with its last window. One file for each
/// system.
void establishPresence(ApplicationController& controller);

} // namespace assay
