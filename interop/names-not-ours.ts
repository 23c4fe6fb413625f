/** Names that `ai` 5, 6 or 7 exports and Toolfit does not, by the reason. The groups are the rows of docs/guide/ai-sdk-users.md. */
export const namesNotOurs: Readonly<Record<string, readonly string[]>> = {
  'Other kinds of models: embeddings, reranking, images, speech, transcription, translation, video, realtime, decisions':
    list(`
    NoImageGeneratedError NoSpeechGeneratedError NoTranscriptGeneratedError NoTranslationGeneratedError NoVideoGeneratedError
    TooManyEmbeddingValuesForCallError cosineSimilarity defaultEmbeddingSettingsMiddleware embed embedMany rerank
    wrapEmbeddingModel wrapImageModel generateImage experimental_generateImage generateSpeech experimental_generateSpeech
    experimental_generateVideo experimental_startVideo experimental_getVideoStatus transcribe experimental_transcribe
    experimental_streamSpeech experimental_streamTranscribe experimental_streamTranslate Experimental_AbstractRealtimeSession
    experimental_decodeRealtimeAudio experimental_encodeRealtimeAudio experimental_resampleAudio
    experimental_getRealtimeToolDefinitions experimental_decide experimental_evaluate Experimental_DecisionRefusalError
    Experimental_DecisionUnsupportedQuestionTypeError Experimental_EvaluationUnsupportedQuestionTypeError`),
  "The vendor's hosted gateway and its services: batches, uploads": list(`
    createGateway gateway experimental_startBatch experimental_getBatchStatus experimental_getBatchResults
    experimental_cancelBatch experimental_listBatches uploadFile uploadSkill`),
  'What runs in a browser: chats, transports, completions': list(`
    AbstractChat DefaultChatTransport DirectChatTransport HttpChatTransport TextStreamChatTransport WebSocketChatTransport
    safeValidateWebSocketChatTransportRequest callCompletionApi convertFileListToFileUIParts SerialJobExecutor
    lastAssistantMessageIsCompleteWithApprovalResponses lastAssistantMessageIsCompleteWithToolCalls`),
  'Zod schemas of messages: `checkHistory` of `toolfit/history` checks them, without Zod': list(`
    modelMessageSchema systemModelMessageSchema userModelMessageSchema assistantModelMessageSchema toolModelMessageSchema
    coreMessageSchema coreSystemMessageSchema coreUserMessageSchema coreAssistantMessageSchema coreToolMessageSchema
    uiMessageChunkSchema`),
  'Parts of `ai` that it exports for its own packages': list(`
    getTotalTimeoutMs getStepTimeoutMs getChunkTimeoutMs getFirstChunkTimeoutMs getToolTimeoutMs createDownload
    convertDataContentToBase64String getTextFromDataUrl experimental_streamLanguageModelCall
    AI_SDK_TELEMETRY_TRACING_CHANNEL bindTelemetryIntegration registerTelemetryIntegration`),
  'Experiments of `ai` 7: steering, tool callers, tool search, drift of tools, streams with less memory': list(`
    experimental_createSteering experimental_toolCaller toolSearch fingerprintTools detectToolDrift
    experimental_streamTextLowMemory`),
}

function list(names: string): readonly string[] {
  return names.trim().split(/\s+/)
}
