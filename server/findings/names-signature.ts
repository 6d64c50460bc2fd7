/** Whether an answer speaks of the signature. An error page of Django or Sinatra lists what was sent, whatever went wrong: HTTP_WEBHOOK_SIGNATURE says nothing. */
export const namesSignature = (text: string): boolean => /signature/i.test(text.replace(/HTTP_\w+/g, ''))
