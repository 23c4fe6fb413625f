/** Labels of one series. */
export type Labels = Readonly<Record<string, string | number | boolean>>

export interface Counter {
  add(labels: Labels, amount?: number): void
  /** The same for one series, without a lookup. */
  at(labels: Labels): (amount: number) => void
}

export interface Histogram {
  /** Returns the function that takes the values of one series. */
  at(labels: Labels): (value: number) => void
}

/** Metrics, and their text for Prometheus. */
export interface Registry {
  counter(name: string, help: string): Counter
  histogram(name: string, help: string, buckets: readonly number[]): Histogram
  /** A counter that is counted elsewhere: `read` gives its value when the metrics are read. */
  total(name: string, help: string, read: () => number): void
  /** `read` gives the series and their values when the metrics are read. */
  gauge(name: string, help: string, read: () => Iterable<readonly [Labels, number]>): void
  /** The text format, version 0.0.4. */
  render(): string
}

/** Of one metric. Further series are counted as `other`: labels may come from clients. */
const mostSeries = 500

/** The part of a Prometheus registry that a gateway needs. */
export function createRegistry(): Registry {
  const renderers: (() => string)[] = []
  const add = (name: string, help: string, type: string, lines: () => readonly string[]) => {
    renderers.push(() => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines(), ''].join('\n'))
  }
  return {
    counter(name, help) {
      const series = createSeries(() => ({ value: 0 }))
      add(name, help, 'counter', () => series.map((labels, { value }) => `${name}${labels} ${value}`))
      return {
        add(labels, amount = 1) {
          series.at(labels).value += amount
        },
        at(labels) {
          const state = series.at(labels)
          return (amount) => {
            state.value += amount
          }
        },
      }
    },
    histogram(name, help, buckets) {
      const series = createSeries(() => ({ counts: buckets.map(() => 0), sum: 0, count: 0 }))
      add(name, help, 'histogram', () => series.map((labels, state) => renderHistogram(name, labels, buckets, state)))
      return {
        at(labels) {
          const state = series.at(labels)
          return (value) => {
            const bucket = buckets.findIndex((bound) => value <= bound)
            if (bucket >= 0) state.counts[bucket]!++
            state.sum += value
            state.count++
          }
        },
      }
    },
    total(name, help, read) {
      add(name, help, 'counter', () => [`${name} ${read()}`])
    },
    gauge(name, help, read) {
      add(name, help, 'gauge', () => [...read()].map(([labels, value]) => `${name}${renderLabels(labels)} ${value}`))
    },
    render: () => renderers.map((render) => render()).join(''),
  }
}

interface Series<State> {
  at(labels: Labels): State
  map(render: (labels: string, state: State) => string): string[]
}

function createSeries<State>(create: () => State): Series<State> {
  const states = new Map<string, State>()
  const at = (labels: Labels): State => {
    const key = renderLabels(labels)
    const isNew = !states.has(key)
    const place = isNew && states.size >= mostSeries ? renderLabels(asOther(labels)) : key
    const state = states.get(place) ?? create()
    states.set(place, state)
    return state
  }
  return {
    at,
    map: (render) => [...states].map(([labels, state]) => render(labels, state)),
  }
}

function asOther(labels: Labels): Labels {
  return Object.fromEntries(Object.keys(labels).map((name) => [name, 'other']))
}

interface HistogramState {
  readonly counts: readonly number[]
  readonly sum: number
  readonly count: number
}

/** Buckets are cumulative. */
function renderHistogram(name: string, labels: string, buckets: readonly number[], state: HistogramState): string {
  const { counts, sum, count } = state
  let total = 0
  const lines = buckets.map((bound, index) => {
    total += counts[index]!
    return `${name}_bucket${withBound(labels, String(bound))} ${total}`
  })
  lines.push(
    `${name}_bucket${withBound(labels, '+Inf')} ${count}`,
    `${name}_sum${labels} ${sum}`,
    `${name}_count${labels} ${count}`,
  )
  return lines.join('\n')
}

function withBound(labels: string, bound: string): string {
  return labels === '' ? `{le="${bound}"}` : `${labels.slice(0, -1)},le="${bound}"}`
}

function renderLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(String(value))}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

/** A value must not end its own quotes, or its line. */
function escapeValue(value: string): string {
  if (value.length <= 100 && !/[\\"\n]/.test(value)) return value
  return value.slice(0, 100).replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')
}
