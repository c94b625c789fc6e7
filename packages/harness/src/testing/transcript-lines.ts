import type { HarnessId } from "../harnesses.js";

function lines(text: string): object[] {
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as object);
}

const COPILOT_EVENTS = lines(String.raw`
{"id":"e","timestamp":"2026-08-20T09:00:00Z","parentId":null,"type":"assistant.message","data":{"content":"Hi.","reasoningText":"Hm.","toolRequests":[{"toolCallId":"k","name":"bash","arguments":{"a":1}}]}}
{"id":"e","timestamp":"2026-08-20T09:00:00Z","parentId":null,"type":"tool.execution_complete","data":{"toolCallId":"k","success":true,"result":{"content":"ok"}}}
{"id":"e","timestamp":"2026-08-20T09:00:00Z","parentId":null,"type":"session.usage_record","data":{"usage":{"model":"m","inputTokens":5,"outputTokens":1,"apiCallId":"a","copilotUsage":{"totalNanoAiu":5}}}}
{"id":"e","timestamp":"2026-08-20T09:00:00Z","parentId":null,"type":"session.shutdown","data":{"modelMetrics":{"m":{"usage":{"inputTokens":5,"outputTokens":1}}}}}
`);

/** A few lines of each harness, from which tests make others. */
export const SEEDS: Readonly<Record<HarnessId, readonly object[]>> = {
  "claude-code": lines(String.raw`
{"type":"assistant","uuid":"a","requestId":"r","timestamp":"2026-08-20T09:00:00Z","isSidechain":true,"agentId":"g","sessionId":"s","message":{"id":"m","model":"x","content":[{"type":"text","text":"Looking."},{"type":"thinking","thinking":"Hm."},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}],"usage":{"input_tokens":5,"output_tokens":2}}}
{"type":"user","timestamp":"2026-08-20T09:00:00Z","origin":{"kind":"human"},"toolUseResult":{"durationMs":5},"message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"ok"}],"is_error":true}]}}
{"type":"system","subtype":"api_error","error":{"error":{"error":{"message":"x"}}}}
{"type":"attachment","attachment":{"type":"queued_command","prompt":[{"type":"text","text":"go"}]}}
`),
  cursor: lines(String.raw`
{"role":"user","message":{"content":[{"type":"text","text":"<user_query>hi</user_query>"}]}}
{"type":"turn_ended","status":"error","error":{"message":"x"}}
{"key":"bubbleId:a:b","value":{"type":2,"bubbleId":"b","text":"Hi","thinking":{"text":"Hm"},"toolFormerData":{"name":"n","toolCallId":"t","status":"completed","rawArgs":"{}","result":"x"},"tokenCount":{"inputTokens":1}}}
`),
  kiro: lines(String.raw`
{"version":"v1","kind":"AssistantMessage","data":{"content":[{"kind":"text","data":"Hi"},{"kind":"toolUse","data":{"toolUseId":"t","name":"n","input":{}}}],"meta":{"timestamp":1787212800000}}}
{"version":"v1","kind":"ToolResults","data":{"content":[{"kind":"toolResult","data":{"toolUseId":"t","status":"error","content":[{"kind":"json","data":{"a":1}}]}}]}}
{"timestamp":"2026-08-20T09:00:00Z","payload":{"type":"tool_result","toolCallId":"t","success":false,"durationMs":4,"content":"x"}}
{"session_id":"k","session_state":{"rts_model_state":{"model_info":{"model_id":"m"}},"conversation_metadata":{"user_turn_metadatas":[{"metering_usage":[{"unit":"credit","value":1}]}]}}}
{"conversation_id":"c","history":[{"user":{"content":{"Prompt":{"prompt":"hi"}}},"assistant":{"ToolUse":{"content":"x","tool_uses":[{"id":"t","name":"n","args":{}}]}}}]}
`),
  codex: lines(String.raw`
{"timestamp":"2026-08-20T09:00:00Z","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{}","call_id":"c"}}
{"timestamp":"2026-08-20T09:00:00Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":{"output":"x","metadata":{"exit_code":1,"duration_seconds":1}}}}
{"timestamp":"2026-08-20T09:00:00Z","type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"total_tokens":9},"last_token_usage":{"input_tokens":5,"cached_input_tokens":2,"output_tokens":1}}}}
{"timestamp":"2026-08-20T09:00:00Z","type":"event_msg","payload":{"type":"mcp_tool_call_end","call_id":"c","duration":{"secs":1,"nanos":5},"result":{"Ok":{"isError":true}}}}
{"timestamp":"2026-08-20T09:00:00Z","type":"session_meta","payload":{"id":"s","source":{"subagent":{"thread_spawn":{"parent_thread_id":"p"}}}}}
`),
  copilot: [
    ...lines(String.raw`
{"kind":0,"v":{"sessionId":"s","requests":[{"requestId":"r","timestamp":1787212800000,"modelId":"m","message":{"text":"hi"},"response":[{"value":"Yes."},{"kind":"toolInvocationSerialized","toolId":"read","toolCallId":"t","isComplete":true,"resultDetails":{"output":[{"value":"x"}],"isError":false}}],"result":{"errorDetails":{"message":"no"},"metadata":{"promptTokens":4,"outputTokens":2}}}]}}
{"kind":2,"k":["requests"],"v":[{"requestId":"r","timestamp":1787212800000,"modelId":"m","message":{"text":"hi"},"response":[{"value":"Yes."},{"kind":"toolInvocationSerialized","toolId":"read","toolCallId":"t","isComplete":true,"resultDetails":{"output":[{"value":"x"}],"isError":false}}],"result":{"errorDetails":{"message":"no"},"metadata":{"promptTokens":4,"outputTokens":2}}}]}
{"kind":2,"k":["requests",0,"response"],"v":[{"value":"Yes."},{"kind":"toolInvocationSerialized","toolId":"read","toolCallId":"t","isComplete":true,"resultDetails":{"output":[{"value":"x"}],"isError":false}}]}
{"kind":1,"k":["requests",0,"result"],"v":{"errorDetails":{"message":"no"},"metadata":{"promptTokens":4,"outputTokens":2}}}
`),
    ...COPILOT_EVENTS,
  ],
  "copilot-cli": COPILOT_EVENTS,
  opencode: lines(String.raw`
{"row":"message","id":"m","data":{"role":"assistant","modelID":"x","cost":1,"tokens":{"input":5,"cache":{"read":1}},"time":{"created":1787212800000},"error":{"data":{"message":"x"}}}}
{"row":"part","id":"p","data":{"type":"tool","callID":"c","tool":"edit","state":{"status":"completed","input":{},"output":"ok","time":{"start":1787212800000,"end":1787212800000}}}}
{"row":"session_message","id":"m","type":"assistant","data":{"content":[{"type":"tool","id":"c","name":"n","state":{"status":"error","error":{"message":"x"}},"time":{"ran":1787212800000}}],"tokens":{"input":1}}}
`),
  antigravity: lines(String.raw`
{"step_index":0,"source":"USER_EXPLICIT","type":"USER_INPUT","status":"DONE","created_at":"2026-08-20T09:00:00Z","content":"<USER_REQUEST>hi</USER_REQUEST><USER_SETTINGS_CHANGE>\u0060Model Selection\u0060 from A to B.</USER_SETTINGS_CHANGE>"}
{"step_index":1,"source":"MODEL","type":"PLANNER_RESPONSE","status":"DONE","created_at":"2026-08-20T09:00:00Z","content":"Hi","thinking":"Hm","tool_calls":[{"name":"n","args":{}}]}
{"step_index":2,"source":"MODEL","type":"RUN_COMMAND","status":"ERROR","created_at":"2026-08-20T09:00:00Z","content":"x"}
`),
  goose: lines(String.raw`
{"row":"messages","id":1,"role":"assistant","created_timestamp":1787212800000,"content_json":[{"type":"toolRequest","id":"r","toolCall":{"status":"success","value":{"name":"n","arguments":{}}}}],"metadata_json":{"usage":{"inputTokens":1},"inference":{"resolvedModel":"m"}}}
{"row":"messages","id":2,"role":"user","content_json":[{"type":"toolResponse","id":"r","toolResult":{"status":"success","value":{"content":[{"type":"text","text":"ok","annotations":{"audience":["user"]}}]}}}]}
{"row":"sessions","id":"s","working_dir":"/w","model_config_json":"{}"}
`),
  pi: lines(String.raw`
{"type":"session","id":"s","timestamp":"2026-08-20T09:00:00Z","parentSession":"/a/b_c.jsonl"}
{"type":"message","id":"1","timestamp":"2026-08-20T09:00:00Z","message":{"role":"assistant","model":"m","content":[{"type":"toolCall","id":"t","name":"n","arguments":{}}],"usage":{"input":1,"cost":{"total":1}},"stopReason":"error"}}
{"type":"message","id":"2","timestamp":"2026-08-20T09:00:00Z","message":{"role":"toolResult","toolCallId":"t","toolName":"n","content":[{"type":"text","text":"ok"}]}}
`),
  "gemini-cli": lines(String.raw`
{"id":"g","timestamp":"2026-08-20T09:00:00Z","type":"gemini","content":"Hi","model":"m","thoughts":[{"subject":"a","description":"b"}],"toolCalls":[{"id":"q","name":"n","args":{},"status":"success","result":[{"functionResponse":{"response":{"output":"x"}}}]}],"tokens":{"input":5,"cached":2}}
{"sessionId":"s","lastUpdated":"2026-08-20T09:00:00Z","messages":[{"id":"g","type":"user","content":"hi"}]}
{"$set":{"lastUpdated":"2026-08-20T09:00:00Z"}}
`),
  windsurf: lines(String.raw`
{"status":"done","type":"user_input","user_input":{"user_response":"hi"}}
{"status":"error","type":"run_command","run_command":{"id":"t","output":"x"}}
`),
  zed: lines(String.raw`
{"id":"t","updated_at":"2026-08-20T09:00:00Z","data":{"model":{"model":"m"},"messages":[{"User":{"content":[{"Text":"hi"}]}},{"Agent":{"content":[{"ToolUse":{"id":"t","name":"n","input":{}}}],"tool_results":{"t":{"is_error":true,"content":{"Text":"x"}}}}}],"request_token_usage":{"u":{"input_tokens":1}}}}
{"role":"assistant","segments":[{"type":"text","text":"Hi"}],"tool_uses":[{"id":"t","name":"n"}],"tool_results":[{"tool_use_id":"t","output":"x"}]}
`),
  cline: lines(String.raw`
{"ts":1787212800000,"type":"say","say":"api_req_started","text":"{\"tokensIn\":1,\"cancelReason\":\"x\"}"}
{"ts":1787212800000,"type":"ask","ask":"use_mcp_server","text":"{\"serverName\":\"s\",\"toolName\":\"t\",\"arguments\":\"{}\"}"}
{"ts":1787212800000,"role":"user","content":[{"type":"text","text":"[read_file for 'a'] Result:"},{"type":"text","text":"<task>hi</task>"}],"metrics":{"tokens":{"prompt":1},"cost":1}}
`),
  amp: lines(String.raw`
{"id":"T-1","messages":[{"role":"assistant","content":[{"type":"text","text":"Looking."},{"type":"thinking","thinking":"Hm."},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}],"usage":{"model":"m","inputTokens":1},"state":{"type":"error","error":{"message":"x"}}}],"usageLedger":{"events":[{"credits":1}]}}
{"messageId":1,"role":"user","content":[{"type":"tool_result","toolUseID":"t","run":{"status":"error","result":{"a":1},"error":{"message":"x"}}}]}
`),
};
