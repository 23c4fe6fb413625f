/** Formats of strings: a pattern and sample values for each. The patterns simplify those of the RFCs; each takes linear time. */
const formats: ReadonlyMap<string, { readonly shape: RegExp; readonly samples: readonly string[] }> = new Map(
  Object.entries({
    'date-time': {
      shape:
        /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i,
      samples: ['2026-01-15T09:30:00Z', '2026-02-16T10:45:00Z', '2026-03-17T12:00:00Z'],
    },
    date: {
      shape: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
      samples: ['2026-01-15', '2026-02-16', '2026-03-17'],
    },
    time: {
      shape: /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/i,
      samples: ['09:30:00Z', '10:45:00Z', '12:00:00Z'],
    },
    duration: { shape: /^P(?=.)(?:\d+[YMWD])*(?:T(?:\d+[HMS])+)?$/, samples: ['P1D', 'PT1H', 'PT30M'] },
    email: {
      shape: /^[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)*$/,
      samples: ['ada@example.com', 'grace@example.com', 'alan@example.com'],
    },
    hostname: {
      shape: /^[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?$/i,
      samples: ['example.com', 'example.org', 'example.net'],
    },
    ipv4: {
      shape: /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/,
      samples: ['192.0.2.1', '192.0.2.2', '192.0.2.3'],
    },
    ipv6: { shape: /^[\da-f.]*:[\da-f:.]*$/i, samples: ['2001:db8::1', '2001:db8::2', '2001:db8::3'] },
    uri: {
      shape: /^[a-z][a-z\d+.-]*:[^\s"<>\\^`{|}]+$/i,
      samples: ['https://example.com/', 'https://example.org/', 'https://example.net/'],
    },
    'uri-reference': { shape: /^[^\s"<>\\^`{|}]*$/, samples: ['/example', '/another', '/third'] },
    uuid: {
      shape: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
      samples: [
        '7f1c6a52-3b0e-4d8a-9c25-1e6f0a4b8d37',
        '0b9d4e18-6c27-4f53-8a71-d2e5c3f60914',
        'c48a2f60-91d7-4b3e-b5f8-6a0d7c1e9342',
      ],
    },
    'json-pointer': { shape: /^(?:\/(?:[^~/]|~0|~1)*)*$/, samples: ['/example', '/another', '/third'] },
    regex: { shape: /^/, samples: ['^[a-z]+$', '^\\d+$', '^.*$'] },
    byte: { shape: /^[A-Za-z\d+/]*={0,2}$/, samples: ['ZXhhbXBsZQ==', 'YW5vdGhlcg==', 'dGhpcmQ='] },
  }),
)

/** Other names of formats. */
const spellings: Readonly<Record<string, string>> = {
  datetime: 'date-time',
  url: 'uri',
  iri: 'uri',
  'iri-reference': 'uri-reference',
  'idn-email': 'email',
  'idn-hostname': 'hostname',
  guid: 'uuid',
}

function find(format: string) {
  return formats.get(spellings[format] ?? format)
}

/** Every text has an unknown format. */
export function hasFormat(value: string, format: string): boolean {
  return find(format)?.shape.test(value) ?? true
}

/** A value of a format. Different variants give different values. */
export function sampleFormat(format: string, variant: number): string | undefined {
  const samples = find(format)?.samples
  return samples?.[variant % samples.length]
}
