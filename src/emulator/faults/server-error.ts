import { bytesOf } from '../api/delivery.ts'
import { failure } from '../api/envelope.ts'
import type { Fault } from './fault.ts'

const badGateway = `<html><head><title>502 Bad Gateway</title></head>
<body><center><h1>502 Bad Gateway</h1></center></body></html>
`

export const serverErrorFaults: readonly Fault[] = [
  {
    name: '500',
    summary: '500 `INTERNAL`',
    parameters: {},
    refuse: () =>
      failure(
        'INTERNAL',
        'An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
      ),
  },
  {
    name: '502-html',
    summary: '502 with a page of HTML, as a proxy in between answers',
    parameters: {},
    deliver: ({ before }) => ({
      status: 502,
      headers: { 'content-type': 'text/html' },
      before,
      steps: [bytesOf(badGateway)],
    }),
  },
  {
    name: '503',
    summary: '503 `UNAVAILABLE`: the model is overloaded',
    parameters: {},
    refuse: () => failure('UNAVAILABLE', 'The model is overloaded. Please try again later.'),
  },
  {
    name: '504',
    summary: '504 `DEADLINE_EXCEEDED`',
    parameters: {},
    refuse: () => failure('DEADLINE_EXCEEDED', 'Deadline expired before operation could complete.'),
  },
]
