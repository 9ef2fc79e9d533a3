import { t } from '../../text/text.ts';
import { averageOf, derivativeOf, type Samples, smoothed } from './window-functions.ts';

// A channel computed from others: names in square brackets or plain words, + - * / ^, brackets, a few functions. The
// formula is parsed into steps, each of which runs over all samples; it is never passed to `eval`.

type FormulaError = {
  /** 0-based position of the error. */
  readonly at: number;
  readonly message: string;
};

type Formula = {
  /** The channels it uses, deduplicated, as written. */
  readonly names: readonly string[];
  /** Evaluates all samples: one column per name, in their order, on the given times in seconds. */
  over(columns: readonly Float64Array[], times: Float64Array): Float64Array;
  /** Evaluates a single sample. */
  run(values: ArrayLike<number>): number;
};

type ParsedFormula = { ok: true; formula: Formula } | { ok: false; error: FormulaError };

type Input = { readonly columns: readonly Float64Array[]; readonly times: Float64Array };
type Node = (input: Input) => Samples;

const functions: Readonly<Record<string, readonly [least: number, most: number, run: (...args: number[]) => number]>> =
  {
    abs: [1, 1, Math.abs],
    sqrt: [1, 1, Math.sqrt],
    exp: [1, 1, Math.exp],
    ln: [1, 1, Math.log],
    log10: [1, 1, Math.log10],
    sin: [1, 1, Math.sin],
    cos: [1, 1, Math.cos],
    round: [1, 1, Math.round],
    floor: [1, 1, Math.floor],
    min: [2, 8, Math.min],
    max: [2, 8, Math.max],
    clamp: [3, 3, (value, low, high) => Math.min(Math.max(value, low), high)],
    if: [3, 3, (condition, yes, no) => (Number.isNaN(condition) ? Number.NaN : condition === 0 ? no : yes)],
  };

/** Functions of neighbouring samples. Seconds are a number, not a channel. */
const windows: Readonly<
  Record<
    string,
    readonly [least: number, most: number, run: (values: Samples, times: Float64Array, s: number) => Samples]
  >
> = {
  smooth: [2, 2, smoothed],
  derivative: [1, 1, derivativeOf],
  average: [1, 1, averageOf],
};

export const formulaFunctions: readonly string[] = [...Object.keys(windows), ...Object.keys(functions)];
export const formulaCharsMax = 500;
const depthMax = 40;

class Wrong extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/** `known` decides which names exist. Reports the position of the first error. */
export function parseFormula(text: string, known: (name: string) => boolean): ParsedFormula {
  if (text.length > formulaCharsMax)
    return {
      ok: false,
      error: {
        at: formulaCharsMax,
        message: t('A formula can have at most {count} characters.', { count: formulaCharsMax }),
      },
    };
  try {
    const parser = new Parser(text, known);
    const whole = parser.whole();
    const over: Formula['over'] = (columns, times) => {
      const result = whole({ columns, times });
      return typeof result === 'number' ? new Float64Array(times.length).fill(result) : result;
    };
    const one = new Float64Array(1);
    const run: Formula['run'] = (values) => {
      const columns = parser.names.map((_, nth) => Float64Array.of(values[nth] as number));
      return over(columns, one)[0] as number;
    };
    return { ok: true, formula: { names: parser.names, over, run } };
  } catch (error) {
    if (error instanceof Wrong) return { ok: false, error: { at: error.at, message: error.message } };
    throw error;
  }
}

class Parser {
  readonly names: string[] = [];
  readonly #text: string;
  readonly #known: (name: string) => boolean;
  #at = 0;
  #depth = 0;

  constructor(text: string, known: (name: string) => boolean) {
    this.#text = text;
    this.#known = known;
  }

  whole(): Node {
    const node = this.#logic();
    this.#blanks();
    if (this.#at < this.#text.length)
      throw new Wrong(this.#at, t('“{sign}” is unexpected here.', { sign: this.#text[this.#at] ?? '' }));
    return node;
  }

  /** "throttle > 80 and rpm > 3000"; without brackets from left to right. */
  #logic(): Node {
    let node = this.#compare();
    for (;;) {
      const left = node;
      if (this.#eatWord('and')) node = pair(left, this.#compare(), (a, b) => (a > 0 && b > 0 ? 1 : 0));
      else if (this.#eatWord('or')) node = pair(left, this.#compare(), (a, b) => (a > 0 || b > 0 ? 1 : 0));
      else return node;
    }
  }

  #compare(): Node {
    const left = this.#sum();
    for (const [sign, run] of comparisons) {
      if (!this.#eat(sign)) continue;
      const right = this.#sum();
      return pair(left, right, run);
    }
    return left;
  }

  #sum(): Node {
    let node = this.#product();
    for (;;) {
      const left = node;
      if (this.#eat('+')) {
        const right = this.#product();
        node = pair(left, right, (a, b) => a + b);
      } else if (this.#eat('-')) {
        const right = this.#product();
        node = pair(left, right, (a, b) => a - b);
      } else return node;
    }
  }

  #product(): Node {
    let node = this.#signed();
    for (;;) {
      const left = node;
      if (this.#eat('*')) {
        const right = this.#signed();
        node = pair(left, right, (a, b) => a * b);
      } else if (this.#eat('/')) {
        const right = this.#signed();
        node = pair(left, right, (a, b) => a / b);
      } else return node;
    }
  }

  /** -2^2 is -4, as in mathematics. */
  #signed(): Node {
    if (this.#eat('-')) {
      const node = this.#deeper(() => this.#signed());
      return each([node], (value) => -value);
    }
    const base = this.#atom();
    if (!this.#eat('^')) return base;
    const exponent = this.#deeper(() => this.#signed());
    return pair(base, exponent, (a, b) => a ** b);
  }

  #atom(): Node {
    this.#blanks();
    const start = this.#at;
    const sign = this.#text[start];
    if (sign === undefined)
      throw new Wrong(start, t('The formula is incomplete: a number, a name or a bracket is missing.'));
    if (sign === '(') {
      this.#at++;
      const node = this.#deeper(() => this.#logic());
      this.#close(start);
      return node;
    }
    if (sign === '[') return this.#bracketName(start);
    const number = /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?/i.exec(this.#text.slice(start))?.[0];
    if (number !== undefined) {
      this.#at += number.length;
      const value = Number(number);
      return () => value;
    }
    const word = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(this.#text.slice(start))?.[0];
    if (word === undefined) throw new Wrong(start, t('“{sign}” is unexpected here.', { sign }));
    this.#at += word.length;
    this.#blanks();
    if (this.#text[this.#at] === '(') return this.#call(word, start);
    if (word === 'pi') return () => Math.PI;
    return this.#name(word, start);
  }

  #call(word: string, start: number): Node {
    const known = Object.hasOwn(functions, word) ? functions[word] : undefined;
    const window = Object.hasOwn(windows, word) ? windows[word] : undefined;
    const bounds = known ?? window;
    if (!bounds)
      throw new Wrong(
        start,
        t('Unknown function “{name}”. Available: {functions}.', { name: word, functions: formulaFunctions.join(', ') }),
      );
    const opened = this.#at++;
    const args: Node[] = [];
    if (!this.#eat(')')) {
      do args.push(this.#deeper(() => this.#logic()));
      while (this.#eat(','));
      this.#close(opened);
    }
    const [least, most] = bounds;
    if (args.length < least || args.length > most)
      throw new Wrong(
        start,
        t('“{name}” takes {expected} values, not {count}.', {
          name: word,
          expected: least === most ? least : t('{least} to {most}', { least, most }),
          count: args.length,
        }),
      );
    if (known) return each(args, known[2]);
    const [of, span = () => 0] = args as [Node, Node?];
    const seconds = span({ columns: [], times: new Float64Array() });
    if (typeof seconds !== 'number')
      throw new Wrong(start, t('The second value of “{name}” is a number of seconds, such as 0.5.', { name: word }));
    return (input) => (window as NonNullable<typeof window>)[2](of(input), input.times, seconds);
  }

  #bracketName(start: number): Node {
    const end = this.#text.indexOf(']', start);
    if (end < 0) throw new Wrong(start, t('This bracket is not closed.'));
    this.#at = end + 1;
    return this.#name(this.#text.slice(start + 1, end).trim(), start);
  }

  #name(name: string, at: number): Node {
    if (!this.#known(name)) throw new Wrong(at, t('This log has no channel “{name}”.', { name }));
    let nth = this.names.indexOf(name);
    if (nth < 0) nth = this.names.push(name) - 1;
    return ({ columns }) => columns[nth] ?? empty;
  }

  #close(opened: number): void {
    if (!this.#eat(')')) throw new Wrong(opened, t('This bracket is not closed.'));
  }

  #deeper(act: () => Node): Node {
    if (++this.#depth > depthMax) throw new Wrong(this.#at, t('Too many nested brackets.'));
    const node = act();
    this.#depth--;
    return node;
  }

  #eat(sign: string): boolean {
    this.#blanks();
    if (!this.#text.startsWith(sign, this.#at)) return false;
    this.#at += sign.length;
    return true;
  }

  #eatWord(word: string): boolean {
    this.#blanks();
    const rest = this.#text.slice(this.#at, this.#at + word.length + 1).toLowerCase();
    if (!rest.startsWith(word) || /[\p{L}\p{N}_]$/u.test(rest.slice(word.length))) return false;
    this.#at += word.length;
    return true;
  }

  #blanks(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
  }
}

const comparisons: readonly (readonly [string, (a: number, b: number) => number])[] = [
  ['>=', (a, b) => (a >= b ? 1 : 0)],
  ['<=', (a, b) => (a <= b ? 1 : 0)],
  ['==', (a, b) => (a === b ? 1 : 0)],
  ['!=', (a, b) => (a === b ? 0 : 1)],
  ['=', (a, b) => (a === b ? 1 : 0)],
  ['>', (a, b) => (a > b ? 1 : 0)],
  ['<', (a, b) => (a < b ? 1 : 0)],
];

const empty = new Float64Array();

/** Two operands, the most frequent case, without an array per sample. */
function pair(left: Node, right: Node, run: (a: number, b: number) => number): Node {
  return (input) => {
    const [a, b] = [left(input), right(input)];
    if (typeof a === 'number') return typeof b === 'number' ? run(a, b) : b.map((value) => run(a, value));
    if (typeof b === 'number') return a.map((value) => run(value, b));
    const result = new Float64Array(a.length);
    for (let nth = 0; nth < result.length; nth++) result[nth] = run(a[nth] as number, b[nth] as number);
    return result;
  };
}

function each(args: readonly Node[], run: (...values: number[]) => number): Node {
  return (input) => {
    const columns = args.map((arg) => arg(input));
    const length = columns.find((column) => typeof column !== 'number')?.length;
    const row = new Array<number>(columns.length);
    const at = (nth: number) => {
      for (let column = 0; column < columns.length; column++) {
        const values = columns[column] as Samples;
        row[column] = typeof values === 'number' ? values : (values[nth] as number);
      }
      return run(...row);
    };
    return length === undefined ? at(0) : Float64Array.from({ length }, (_, nth) => at(nth));
  };
}
