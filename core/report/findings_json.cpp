#include "core/report/findings_json.h"

namespace assay {

void writeFindings(JsonWriter& json, std::span<const Finding> findings) {
  json.key("findings").beginArray();
  for (const Finding& finding : findings) {
    json.beginObject();
    json.member("severity", severityName(finding.severity));
    json.member("code", findingName(finding.code));
    json.member("file", finding.file);
    json.member("tensor", finding.tensor);
    json.member("position", finding.position);
    json.member("message",
                finding.title.empty() ? finding.message : finding.title + ". " + finding.message);
    json.endObject();
  }
  json.endArray();
}

} // namespace assay
