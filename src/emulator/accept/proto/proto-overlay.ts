import type { Endpoint } from '../../api/endpoint.ts'

/**
 * What an endpoint has beyond the published proto of AI Studio, or has differently. Fields are added to a message, a field
 * of the same name is replaced, and an enum is replaced.
 */
export interface ProtoOverlay {
  /** In the notation of `readProtoTables`. */
  readonly types: string
  /** Fields that the endpoint does not have: `Message.field`, by proto names. */
  readonly without: readonly string[]
}

/**
 * Sources: js-genai 2.32.0, `PartMediaResolutionLevel` and others; @google-cloud/aiplatform 7.4.0, content.proto. Files of
 * function responses and ids of executed code are in requests that AI Studio was recorded to take, too.
 */
const everywhere = `
message Part.MediaResolution { Part.MediaResolution.Level level in value; int32 num_tokens in value }
enum Part.MediaResolution.Level { MEDIA_RESOLUTION_UNSPECIFIED; MEDIA_RESOLUTION_LOW; MEDIA_RESOLUTION_MEDIUM;
  MEDIA_RESOLUTION_HIGH; MEDIA_RESOLUTION_ULTRA_HIGH }
message Tool.GoogleSearch.SearchTypes { Tool.GoogleSearch.WebSearch web_search;
  Tool.GoogleSearch.ImageSearch image_search }
message Tool.GoogleSearch.WebSearch {}
message Tool.GoogleSearch.ImageSearch {}
message Blob { string display_name }
message FileData { string display_name }
message FunctionResponseBlob { string display_name }
message FunctionResponsePart { FunctionResponseFileData file_data in data }
message FunctionResponseFileData { string mime_type; string file_uri; string display_name }
message ExecutableCode { string id }
message CodeExecutionResult { string id }
`

/**
 * AI Studio's live surface is ahead of the published proto. Source: what js-genai 2.32.0 sends there (its converters
 * `…ToMldev` and the types that they copy), and docs of tool combination for `tool_call` and `tool_response`. The store names
 * of file search came with its release.
 */
const aiStudio: ProtoOverlay = {
  types: `${everywhere}
message GenerateContentRequest { map<string, string> labels; string service_tier; string continuation_token;
  bool store }
message Part { ToolCall tool_call in data; ToolResponse tool_response in data; Part.MediaResolution media_resolution }
message ToolCall { string id; ToolType tool_type; google.protobuf.Struct args }
message ToolResponse { string id; ToolType tool_type; google.protobuf.Struct response }
message Tool { repeated McpServer mcp_servers }
message McpServer { string name; McpServer.StreamableHttpTransport streamable_http_transport }
message McpServer.StreamableHttpTransport { string url; map<string, string> headers; google.protobuf.Duration timeout;
  google.protobuf.Duration sse_read_timeout; bool terminate_on_close }
message Tool.GoogleSearch { Tool.GoogleSearch.SearchTypes search_types }
message FileSearch { repeated string file_search_store_names; string metadata_filter; int32 top_k }
message ToolConfig { bool include_server_side_tool_invocations }
message ThinkingConfig { optional ThinkingConfig.ThinkingLevel thinking_level }
message ImageConfig { optional string image_size }
enum ThinkingConfig.ThinkingLevel { THINKING_LEVEL_UNSPECIFIED; LOW; MEDIUM; HIGH; MINIMAL }
enum ToolType { TOOL_TYPE_UNSPECIFIED; GOOGLE_SEARCH_WEB; GOOGLE_SEARCH_IMAGE; URL_CONTEXT; GOOGLE_MAPS; FILE_SEARCH;
  MEDIA_PROCESSING }
`,
  without: [],
}

/** Not in the proto of AI Studio, where no probe was made; lenient checks take them, as Vertex does. */
const composition = 'message Schema { repeated Schema all_of; repeated Schema one_of }'

/** Documented for Vertex only, where it replaces three older fields. */
const responseFormat = `
message ResponseFormat { ResponseFormat.Text text }
message ResponseFormat.Text { ResponseFormat.Text.MimeType mime_type; google.protobuf.Value schema }
enum ResponseFormat.Text.MimeType { MIME_TYPE_UNSPECIFIED; APPLICATION_JSON; TEXT_PLAIN }
`

/**
 * Vertex. Sources: @google-cloud/aiplatform 7.4.0 (content.proto, tool.proto, openapi.proto, prediction_service.proto), the
 * discovery document of 2026-09-20 for what is newer (ids of calls, `response_format`), js-genai 2.32.0 (`…ToVertex`).
 * `additional_properties`, `ref`, `defs` and the composition of a Schema are not documented: they were measured as parsed on a
 * project of 2026-09-19, and on Cloud Code on 2026-09-05. The order of the thinking levels is that of aiplatform's content.proto.
 */
const vertex: ProtoOverlay = {
  types: `${everywhere}${responseFormat}
message GenerateContentRequest { map<string, string> labels; ModelArmorConfig model_armor_config; string service_tier;
  string continuation_token }
message ModelArmorConfig { string prompt_template_name; string response_template_name }
message CountTokensRequest { repeated google.protobuf.Value instances; optional Content system_instruction;
  repeated Tool tools; optional GenerationConfig generation_config }
message Part { Part.MediaResolution media_resolution }
message FunctionCall { repeated PartialArg partial_args; bool will_continue }
message PartialArg { google.protobuf.NullValue null_value in delta; double number_value in delta;
  string string_value in delta; bool bool_value in delta; string json_path; bool will_continue }
message Schema { google.protobuf.Value additional_properties; string ref; map<string, Schema> defs }
${composition}
message Tool { Retrieval retrieval; EnterpriseWebSearch enterprise_web_search; Tool.ParallelAiSearch parallel_ai_search;
  Tool.ExaAiSearch exa_ai_search; Tool.CodeExecution code_execution }
message Tool.CodeExecution {}
message Tool.ParallelAiSearch { string api_key; bool enable_zero_data_retention; google.protobuf.Struct custom_configs }
message Tool.ExaAiSearch { string api_key; google.protobuf.Struct custom_configs }
message Tool.GoogleSearch { repeated string exclude_domains; optional Tool.PhishBlockThreshold blocking_confidence;
  Tool.GoogleSearch.SearchTypes search_types }
message EnterpriseWebSearch { repeated string exclude_domains; optional Tool.PhishBlockThreshold blocking_confidence }
message Retrieval { VertexAISearch vertex_ai_search in source; VertexRagStore vertex_rag_store in source;
  bool disable_attribution }
message VertexAISearch { string datastore; string engine; int32 max_results; string filter;
  repeated VertexAISearch.DataStoreSpec data_store_specs }
message VertexAISearch.DataStoreSpec { string data_store; string filter }
message VertexRagStore { repeated VertexRagStore.RagResource rag_resources; optional int32 similarity_top_k;
  optional double vector_distance_threshold; RagRetrievalConfig rag_retrieval_config }
message VertexRagStore.RagResource { string rag_corpus; repeated string rag_file_ids }
message RagRetrievalConfig { int32 top_k; RagRetrievalConfig.Filter filter; RagRetrievalConfig.Ranking ranking }
message RagRetrievalConfig.Filter { double vector_distance_threshold in vector_db_threshold;
  double vector_similarity_threshold in vector_db_threshold; string metadata_filter }
message RagRetrievalConfig.Ranking { RagRetrievalConfig.Ranking.RankService rank_service in ranking_config;
  RagRetrievalConfig.Ranking.LlmRanker llm_ranker in ranking_config }
message RagRetrievalConfig.Ranking.RankService { optional string model_name }
message RagRetrievalConfig.Ranking.LlmRanker { optional string model_name }
message FunctionCallingConfig { bool stream_function_call_arguments }
message SafetySetting { SafetySetting.HarmBlockMethod method }
message GenerationConfig { optional float top_k; optional google.protobuf.Value response_json_schema;
  repeated ResponseFormat response_format; optional GenerationConfig.RoutingConfig routing_config;
  optional bool audio_timestamp; GenerationConfig.ThinkingConfig thinking_config }
message GenerationConfig.ThinkingConfig { optional bool include_thoughts; optional int32 thinking_budget;
  optional GenerationConfig.ThinkingConfig.ThinkingLevel thinking_level }
message GenerationConfig.RoutingConfig { GenerationConfig.RoutingConfig.AutoRoutingMode auto_mode in routing_config;
  GenerationConfig.RoutingConfig.ManualRoutingMode manual_mode in routing_config }
message GenerationConfig.RoutingConfig.AutoRoutingMode {
  optional GenerationConfig.RoutingConfig.AutoRoutingMode.ModelRoutingPreference model_routing_preference }
message GenerationConfig.RoutingConfig.ManualRoutingMode { optional string model_name }
message ImageConfig { optional ImageConfig.ImageOutputOptions image_output_options;
  optional ImageConfig.PersonGeneration person_generation; optional string image_size }
message ImageConfig.ImageOutputOptions { optional string mime_type; optional int32 compression_quality }
message VoiceConfig { ReplicatedVoiceConfig replicated_voice_config in voice_config }
message ReplicatedVoiceConfig { string mime_type; bytes voice_sample_audio }
enum GenerationConfig.ThinkingConfig.ThinkingLevel { THINKING_LEVEL_UNSPECIFIED; LOW; MEDIUM; HIGH; MINIMAL }
enum FunctionCallingConfig.Mode { MODE_UNSPECIFIED; AUTO; ANY; NONE; VALIDATED=5 }
enum HarmCategory { HARM_CATEGORY_UNSPECIFIED; HARM_CATEGORY_HATE_SPEECH; HARM_CATEGORY_DANGEROUS_CONTENT;
  HARM_CATEGORY_HARASSMENT; HARM_CATEGORY_SEXUALLY_EXPLICIT; HARM_CATEGORY_CIVIC_INTEGRITY; HARM_CATEGORY_JAILBREAK }
enum SafetySetting.HarmBlockMethod { HARM_BLOCK_METHOD_UNSPECIFIED; SEVERITY; PROBABILITY }
enum Tool.PhishBlockThreshold { PHISH_BLOCK_THRESHOLD_UNSPECIFIED; BLOCK_LOW_AND_ABOVE=30; BLOCK_MEDIUM_AND_ABOVE=40;
  BLOCK_HIGH_AND_ABOVE=50; BLOCK_HIGHER_AND_ABOVE=55; BLOCK_VERY_HIGH_AND_ABOVE=60; BLOCK_ONLY_EXTREMELY_HIGH=100 }
enum GenerationConfig.RoutingConfig.AutoRoutingMode.ModelRoutingPreference { UNKNOWN; PRIORITIZE_QUALITY; BALANCED;
  PRIORITIZE_COST }
enum ImageConfig.PersonGeneration { PERSON_GENERATION_UNSPECIFIED; ALLOW_ALL; ALLOW_ADULT; ALLOW_NONE }
`,
  without: [
    'CountTokensRequest.generate_content_request',
    'FunctionDeclaration.behavior',
    'GenerationConfig.response_json_schema_ordered',
    'GenerationConfig.enable_enhanced_civic_answers',
    'Part.part_metadata',
    'Tool.file_search',
  ],
}

/**
 * Cloud Code: Vertex's request inside an envelope. Source: gemini-cli, `CAGenerateContentRequest` and
 * `VertexGenerateContentRequest` of its converter; the rest of the envelope is what Antigravity sends.
 */
const cloudCode: ProtoOverlay = {
  types: `
message GenerateContentRequest { string session_id }
message CloudCode.GenerateContentRequest { string model; string project; string user_prompt_id;
  GenerateContentRequest request; repeated string enabled_credit_types; string user_agent; string request_id;
  string request_type }
message CloudCode.CountTokensRequest { CountTokensRequest request }
`,
  without: [],
}

/** Taken by lenient checks only. */
const lenientStudio: ProtoOverlay = {
  types: `${responseFormat}${composition} message GenerationConfig { repeated ResponseFormat response_format }`,
  without: [],
}

/** Clients had to rename `parametersJsonSchema` for Cloud Code (Antigravity-Manager, pull request 1312). */
const strictCloudCode: ProtoOverlay = {
  types: '',
  without: ['FunctionDeclaration.parameters_json_schema', 'GenerationConfig.response_json_schema'],
}

/** The overlays of an endpoint. Strict checks do without the fields that the evidence leaves in doubt. */
export function protoOverlays(endpoint: Endpoint, strict: boolean): readonly ProtoOverlay[] {
  switch (endpoint) {
    case 'ai-studio':
      return strict ? [aiStudio] : [aiStudio, lenientStudio]
    case 'vertex':
      return [vertex]
    case 'cloud-code':
      return strict ? [vertex, cloudCode, strictCloudCode] : [vertex, cloudCode]
  }
}
