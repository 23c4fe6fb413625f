/** What the model is told of a call that nobody answered, where nothing else is said. Apart from the rules: the runtime needs no more of them. */
export const interruptedText =
  'This call was interrupted and no result was recorded. It may or may not have taken effect. Do not assume that it succeeded.'
