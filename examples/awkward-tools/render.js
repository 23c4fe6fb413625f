import { compactJson } from './compact-json.js'

const width = 100
const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 }
const colourOf = { rewritten: 'green', encoded: 'cyan', described: 'blue', narrowed: 'magenta', dropped: 'dim' }

/** How one demonstration looks on a terminal. `isColoured` is for the caller to decide. */
export function createRenderer(isColoured) {
  const paint = (style, text) => (isColoured && codes[style] ? `\u001b[${codes[style]}m${text}\u001b[0m` : text)

  const block = (title, text) => `  ${paint('bold', title)}\n${indent(text, '    ')}`

  function renderChanges(changes) {
    const rows = changes.map(({ effect, keyword, at, note, implicit }) => ({
      cells: [effect, keyword, shorten(at === '' ? '(root)' : at, 28)],
      note: implicit ? `${note} (implicit)` : note,
      styles: [colourOf[effect]],
    }))
    return renderTable(['effect', 'keyword', 'where', 'note'], rows)
  }

  function renderIssues({ isValid, issues }) {
    const rows = issues.map(({ level, pointer, message }) => ({
      cells: [level === 'warning' ? 'repaired' : 'wrong', pointer === '' ? '(root)' : pointer],
      note: message,
      styles: [level === 'warning' ? 'yellow' : 'red'],
    }))
    const result = isValid ? paint('green', 'valid') : paint('red', 'not valid: the model is told what is wrong')
    return rows.length === 0 ? result : `${result}\n${renderTable(undefined, rows)}`
  }

  function renderTable(titles, rows) {
    const columns = rows[0].cells.map((_, column) =>
      Math.max(titles?.[column]?.length ?? 0, ...rows.map(({ cells }) => cells[column].length)),
    )
    const used = columns.reduce((sum, column) => sum + column + 2, 0)
    const line = (cells, note, styles = []) =>
      `${cells.map((cell, column) => `${paint(styles[column], cell.padEnd(columns[column]))}  `).join('')}${note}`
    const lines = titles === undefined ? [] : [paint('dim', line(titles.slice(0, -1), titles.at(-1)))]
    for (const { cells, note, styles } of rows) {
      const [first, ...more] = wrap(note, width - 4 - used)
      lines.push(line(cells, first, styles), ...more.map((part) => ' '.repeat(used) + part))
    }
    return lines.join('\n')
  }

  return {
    renderDemonstration({ name, about, form, input, output, changes, call, received }) {
      const rule = '─'.repeat(width - name.length - 4)
      return [
        `${paint('dim', '──')} ${paint('bold', name)} ${paint('dim', rule)}`,
        `  ${about}\n`,
        `${block(`input (${form})`, input)}\n`,
        `${block('what Gemini gets', compactJson(output, width - 4))}\n`,
        `${block('changes', renderChanges(changes))}\n`,
        `${block('what the model sends', compactJson(call, width - 4))}\n`,
        block('what the tool gets', `${compactJson(received.value, width - 4)}\n${renderIssues(received)}`),
      ].join('\n')
    },

    renderSummary({ tools, keywords, repaired, refused }) {
      const effects = Object.entries(keywords).map(([effect, count]) => `${paint(colourOf[effect], effect)} ${count}`)
      const calls = `${tools - refused} of ${tools} calls reach their tool, with ${repaired} mistakes repaired`
      const rest = refused === 0 ? '' : `; ${refused} goes back to the model`
      return `${paint('bold', `${tools} tools`)}. Keywords: ${effects.join(', ')}.\n${calls}${rest}.`
    },
  }
}

function indent(text, margin) {
  return text
    .split('\n')
    .map((line) => margin + line)
    .join('\n')
}

/** A long pointer without its middle; `--json` has all of it. */
function shorten(pointer, longest) {
  const steps = pointer.split('/')
  for (let kept = steps.length - 2; kept > 0 && steps.join('/').length > longest; kept--) {
    steps.splice(kept, steps.length - 1 - kept, '…')
  }
  return steps.join('/')
}

function wrap(text, columns) {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === '') lines[lines.length - 1] = word
    else if (line.length + 1 + word.length <= columns) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}
