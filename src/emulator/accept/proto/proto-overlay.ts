import type { Endpoint } from '../../api/endpoint.ts'
import type { ProtoTables } from './proto-type.ts'

/**
 * What an endpoint has beyond the published proto of AI Studio, or has differently. Fields are added to a message, a field
 * of the same name is replaced, and an enum is replaced.
 */
export interface ProtoOverlay extends ProtoTables {
  /** `Message.field`, by proto names. */
  readonly without: readonly string[]
}

const partMediaResolution = {
  'Part.MediaResolution': ['Part.MediaResolution.Level level in value', 'int32 num_tokens in value'],
} as const

/** Sources: js-genai 2.32.0, `PartMediaResolutionLevel`; @google-cloud/aiplatform 7.4.0, content.proto. */
const mediaResolutionLevels = {
  'Part.MediaResolution.Level': [
    'MEDIA_RESOLUTION_UNSPECIFIED',
    'MEDIA_RESOLUTION_LOW',
    'MEDIA_RESOLUTION_MEDIUM',
    'MEDIA_RESOLUTION_HIGH',
    'MEDIA_RESOLUTION_ULTRA_HIGH',
  ],
} as const

/** The order of the numbers is that of aiplatform's content.proto; nobody sends them. */
const thinkingLevels = ['THINKING_LEVEL_UNSPECIFIED', 'LOW', 'MEDIUM', 'HIGH', 'MINIMAL'] as const

/**
 * AI Studio's live surface is ahead of the published proto. Source: what js-genai 2.32.0 sends there (its converters
 * `…ToMldev` and the types that they copy), and docs of tool combination for `tool_call` and `tool_response`.
 */
const aiStudio: ProtoOverlay = {
  messages: {
    GenerateContentRequest: [
      'map<string, string> labels',
      'string service_tier',
      'string continuation_token',
      'bool store',
    ],
    Part: ['ToolCall tool_call in data', 'ToolResponse tool_response in data', 'Part.MediaResolution media_resolution'],
    ...partMediaResolution,
    ToolCall: ['string id', 'ToolType tool_type', 'google.protobuf.Struct args'],
    ToolResponse: ['string id', 'ToolType tool_type', 'google.protobuf.Struct response'],
    Blob: ['string display_name'],
    FileData: ['string display_name'],
    FunctionResponseBlob: ['string display_name'],
    Tool: ['repeated McpServer mcp_servers'],
    McpServer: ['string name', 'McpServer.StreamableHttpTransport streamable_http_transport'],
    'McpServer.StreamableHttpTransport': [
      'string url',
      'map<string, string> headers',
      'google.protobuf.Duration timeout',
      'google.protobuf.Duration sse_read_timeout',
      'bool terminate_on_close',
    ],
    'Tool.GoogleSearch': ['Tool.GoogleSearch.SearchTypes search_types'],
    'Tool.GoogleSearch.SearchTypes': [
      'Tool.GoogleSearch.WebSearch web_search',
      'Tool.GoogleSearch.ImageSearch image_search',
    ],
    'Tool.GoogleSearch.WebSearch': [],
    'Tool.GoogleSearch.ImageSearch': [],
    // The store names came with the release of file search; the published proto is older.
    FileSearch: ['repeated string file_search_store_names', 'string metadata_filter', 'int32 top_k'],
    ToolConfig: ['bool include_server_side_tool_invocations'],
    ThinkingConfig: ['optional ThinkingConfig.ThinkingLevel thinking_level'],
    ImageConfig: ['optional string image_size'],
  },
  enums: {
    ...mediaResolutionLevels,
    'ThinkingConfig.ThinkingLevel': thinkingLevels,
    ToolType: [
      'TOOL_TYPE_UNSPECIFIED',
      'GOOGLE_SEARCH_WEB',
      'GOOGLE_SEARCH_IMAGE',
      'URL_CONTEXT',
      'GOOGLE_MAPS',
      'FILE_SEARCH',
      'MEDIA_PROCESSING',
    ],
  },
  without: [],
}

/** Not in the proto of AI Studio, and no probe was made there; a lenient reading takes them, as Vertex does. */
const composition = ['repeated Schema all_of', 'repeated Schema one_of'] as const

/**
 * Vertex. Sources: @google-cloud/aiplatform 7.4.0 (content.proto, tool.proto, openapi.proto, prediction_service.proto), the
 * discovery document of 2026-09-20 for what is newer (ids of calls, `response_format`), js-genai 2.32.0 (`…ToVertex`).
 */
const vertex: ProtoOverlay = {
  messages: {
    GenerateContentRequest: [
      'map<string, string> labels',
      'ModelArmorConfig model_armor_config',
      'string service_tier',
      'string continuation_token',
    ],
    ModelArmorConfig: ['string prompt_template_name', 'string response_template_name'],
    CountTokensRequest: [
      'repeated google.protobuf.Value instances',
      'optional Content system_instruction',
      'repeated Tool tools',
      'optional GenerationConfig generation_config',
    ],
    Part: ['Part.MediaResolution media_resolution'],
    ...partMediaResolution,
    Blob: ['string display_name'],
    FileData: ['string display_name'],
    FunctionCall: ['repeated PartialArg partial_args', 'bool will_continue'],
    PartialArg: [
      'google.protobuf.NullValue null_value in delta',
      'double number_value in delta',
      'string string_value in delta',
      'bool bool_value in delta',
      'string json_path',
      'bool will_continue',
    ],
    FunctionResponsePart: ['FunctionResponseFileData file_data in data'],
    FunctionResponseBlob: ['string display_name'],
    FunctionResponseFileData: ['string mime_type', 'string file_uri', 'string display_name'],
    // Measured as parsed on a project of 2026-09-19, and on Cloud Code on 2026-09-05; not documented.
    Schema: ['google.protobuf.Value additional_properties', 'string ref', 'map<string, Schema> defs', ...composition],
    Tool: [
      'Retrieval retrieval',
      'EnterpriseWebSearch enterprise_web_search',
      'Tool.ParallelAiSearch parallel_ai_search',
      'Tool.ExaAiSearch exa_ai_search',
      'Tool.CodeExecution code_execution',
    ],
    'Tool.CodeExecution': [],
    'Tool.ParallelAiSearch': [
      'string api_key',
      'bool enable_zero_data_retention',
      'google.protobuf.Struct custom_configs',
    ],
    'Tool.ExaAiSearch': ['string api_key', 'google.protobuf.Struct custom_configs'],
    'Tool.GoogleSearch': [
      'repeated string exclude_domains',
      'optional Tool.PhishBlockThreshold blocking_confidence',
      'Tool.GoogleSearch.SearchTypes search_types',
    ],
    'Tool.GoogleSearch.SearchTypes': [
      'Tool.GoogleSearch.WebSearch web_search',
      'Tool.GoogleSearch.ImageSearch image_search',
    ],
    'Tool.GoogleSearch.WebSearch': [],
    'Tool.GoogleSearch.ImageSearch': [],
    EnterpriseWebSearch: ['repeated string exclude_domains', 'optional Tool.PhishBlockThreshold blocking_confidence'],
    Retrieval: [
      'VertexAISearch vertex_ai_search in source',
      'VertexRagStore vertex_rag_store in source',
      'bool disable_attribution',
    ],
    VertexAISearch: [
      'string datastore',
      'string engine',
      'int32 max_results',
      'string filter',
      'repeated VertexAISearch.DataStoreSpec data_store_specs',
    ],
    'VertexAISearch.DataStoreSpec': ['string data_store', 'string filter'],
    VertexRagStore: [
      'repeated VertexRagStore.RagResource rag_resources',
      'optional int32 similarity_top_k',
      'optional double vector_distance_threshold',
      'RagRetrievalConfig rag_retrieval_config',
    ],
    'VertexRagStore.RagResource': ['string rag_corpus', 'repeated string rag_file_ids'],
    RagRetrievalConfig: ['int32 top_k', 'RagRetrievalConfig.Filter filter', 'RagRetrievalConfig.Ranking ranking'],
    'RagRetrievalConfig.Filter': [
      'double vector_distance_threshold in vector_db_threshold',
      'double vector_similarity_threshold in vector_db_threshold',
      'string metadata_filter',
    ],
    'RagRetrievalConfig.Ranking': [
      'RagRetrievalConfig.Ranking.RankService rank_service in ranking_config',
      'RagRetrievalConfig.Ranking.LlmRanker llm_ranker in ranking_config',
    ],
    'RagRetrievalConfig.Ranking.RankService': ['optional string model_name'],
    'RagRetrievalConfig.Ranking.LlmRanker': ['optional string model_name'],
    FunctionCallingConfig: ['bool stream_function_call_arguments'],
    SafetySetting: ['SafetySetting.HarmBlockMethod method'],
    GenerationConfig: [
      'optional float top_k',
      'optional google.protobuf.Value response_json_schema',
      'repeated ResponseFormat response_format',
      'optional GenerationConfig.RoutingConfig routing_config',
      'optional bool audio_timestamp',
      'GenerationConfig.ThinkingConfig thinking_config',
    ],
    ResponseFormat: ['ResponseFormat.Text text'],
    'ResponseFormat.Text': ['ResponseFormat.Text.MimeType mime_type', 'google.protobuf.Value schema'],
    'GenerationConfig.ThinkingConfig': [
      'optional bool include_thoughts',
      'optional int32 thinking_budget',
      'optional GenerationConfig.ThinkingConfig.ThinkingLevel thinking_level',
    ],
    'GenerationConfig.RoutingConfig': [
      'GenerationConfig.RoutingConfig.AutoRoutingMode auto_mode in routing_config',
      'GenerationConfig.RoutingConfig.ManualRoutingMode manual_mode in routing_config',
    ],
    'GenerationConfig.RoutingConfig.AutoRoutingMode': [
      'optional GenerationConfig.RoutingConfig.AutoRoutingMode.ModelRoutingPreference model_routing_preference',
    ],
    'GenerationConfig.RoutingConfig.ManualRoutingMode': ['optional string model_name'],
    ImageConfig: [
      'optional ImageConfig.ImageOutputOptions image_output_options',
      'optional ImageConfig.PersonGeneration person_generation',
      'optional string image_size',
    ],
    'ImageConfig.ImageOutputOptions': ['optional string mime_type', 'optional int32 compression_quality'],
    VoiceConfig: ['ReplicatedVoiceConfig replicated_voice_config in voice_config'],
    ReplicatedVoiceConfig: ['string mime_type', 'bytes voice_sample_audio'],
  },
  enums: {
    ...mediaResolutionLevels,
    'GenerationConfig.ThinkingConfig.ThinkingLevel': thinkingLevels,
    'FunctionCallingConfig.Mode': ['MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE', 'VALIDATED=5'],
    HarmCategory: [
      'HARM_CATEGORY_UNSPECIFIED',
      'HARM_CATEGORY_HATE_SPEECH',
      'HARM_CATEGORY_DANGEROUS_CONTENT',
      'HARM_CATEGORY_HARASSMENT',
      'HARM_CATEGORY_SEXUALLY_EXPLICIT',
      'HARM_CATEGORY_CIVIC_INTEGRITY',
      'HARM_CATEGORY_JAILBREAK',
    ],
    'SafetySetting.HarmBlockMethod': ['HARM_BLOCK_METHOD_UNSPECIFIED', 'SEVERITY', 'PROBABILITY'],
    'Tool.PhishBlockThreshold': [
      'PHISH_BLOCK_THRESHOLD_UNSPECIFIED',
      'BLOCK_LOW_AND_ABOVE=30',
      'BLOCK_MEDIUM_AND_ABOVE=40',
      'BLOCK_HIGH_AND_ABOVE=50',
      'BLOCK_HIGHER_AND_ABOVE=55',
      'BLOCK_VERY_HIGH_AND_ABOVE=60',
      'BLOCK_ONLY_EXTREMELY_HIGH=100',
    ],
    'ResponseFormat.Text.MimeType': ['MIME_TYPE_UNSPECIFIED', 'APPLICATION_JSON', 'TEXT_PLAIN'],
    'GenerationConfig.RoutingConfig.AutoRoutingMode.ModelRoutingPreference': [
      'UNKNOWN',
      'PRIORITIZE_QUALITY',
      'BALANCED',
      'PRIORITIZE_COST',
    ],
    'ImageConfig.PersonGeneration': ['PERSON_GENERATION_UNSPECIFIED', 'ALLOW_ALL', 'ALLOW_ADULT', 'ALLOW_NONE'],
  },
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
  messages: {
    ...vertex.messages,
    GenerateContentRequest: [...(vertex.messages.GenerateContentRequest ?? []), 'string session_id'],
    'CloudCode.GenerateContentRequest': [
      'string model',
      'string project',
      'string user_prompt_id',
      'GenerateContentRequest request',
      'repeated string enabled_credit_types',
      'string user_agent',
      'string request_id',
      'string request_type',
    ],
    'CloudCode.CountTokensRequest': ['CountTokensRequest request'],
  },
  enums: vertex.enums,
  without: vertex.without,
}

const overlays: Readonly<Record<Endpoint, ProtoOverlay>> = { 'ai-studio': aiStudio, vertex, 'cloud-code': cloudCode }

/** Where the evidence leaves a field in doubt, a strict reading does without it. */
export function protoOverlays(endpoint: Endpoint, strict: boolean): readonly ProtoOverlay[] {
  const overlay = overlays[endpoint]
  if (endpoint === 'ai-studio' && !strict) {
    // `response_format` is documented for Vertex only, where it replaces the older three fields.
    const { ResponseFormat = [], 'ResponseFormat.Text': text = [] } = vertex.messages
    const doubtful: ProtoOverlay = {
      messages: {
        Schema: composition,
        GenerationConfig: ['repeated ResponseFormat response_format'],
        ResponseFormat,
        'ResponseFormat.Text': text,
      },
      enums: { 'ResponseFormat.Text.MimeType': vertex.enums['ResponseFormat.Text.MimeType'] ?? [] },
      without: [],
    }
    return [overlay, doubtful]
  }
  if (endpoint === 'cloud-code' && strict) return [overlay, withoutJsonSchema]
  return [overlay]
}

/** Clients had to rename `parametersJsonSchema` for Cloud Code (Antigravity-Manager, pull request 1312). */
const withoutJsonSchema: ProtoOverlay = {
  messages: {},
  enums: {},
  without: ['FunctionDeclaration.parameters_json_schema', 'GenerationConfig.response_json_schema'],
}
