// A channel computed from others: names in square brackets or plain words, + - * / ^, brackets, a few functions. The
// formula is parsed into steps and run over the samples; it is never passed to `eval`.

export type FormulaError = {
  /** 0-based position of the error. */
  readonly at: number;
  readonly message: string;
};

export type Formula = {
  /** The channels it uses, deduplicated, as written. */
  readonly names: readonly string[];
  /** Evaluates one sample: `values` are in the order of the names. */
  run(values: ArrayLike<number>): number;
};

export type ParsedFormula = { ok: true; formula: Formula } | { ok: false; error: FormulaError };

type Node = (values: ArrayLike<number>) => number;

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

export const formulaFunctions: readonly string[] = Object.keys(functions);
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
      error: { at: formulaCharsMax, message: `A formula can have at most ${formulaCharsMax} characters.` },
    };
  try {
    const parser = new Parser(text, known);
    const run = parser.whole();
    return { ok: true, formula: { names: parser.names, run } };
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
    const node = this.#compare();
    this.#blanks();
    if (this.#at < this.#text.length) throw new Wrong(this.#at, `“${this.#text[this.#at]}” is unexpected here.`);
    return node;
  }

  #compare(): Node {
    const left = this.#sum();
    for (const [sign, run] of comparisons) {
      if (!this.#eat(sign)) continue;
      const right = this.#sum();
      return (values) => (run(left(values), right(values)) ? 1 : 0);
    }
    return left;
  }

  #sum(): Node {
    let node = this.#product();
    for (;;) {
      const left = node;
      if (this.#eat('+')) {
        const right = this.#product();
        node = (values) => left(values) + right(values);
      } else if (this.#eat('-')) {
        const right = this.#product();
        node = (values) => left(values) - right(values);
      } else return node;
    }
  }

  #product(): Node {
    let node = this.#signed();
    for (;;) {
      const left = node;
      if (this.#eat('*')) {
        const right = this.#signed();
        node = (values) => left(values) * right(values);
      } else if (this.#eat('/')) {
        const right = this.#signed();
        node = (values) => left(values) / right(values);
      } else return node;
    }
  }

  /** -2^2 is -4, as in mathematics. */
  #signed(): Node {
    if (this.#eat('-')) {
      const node = this.#deeper(() => this.#signed());
      return (values) => -node(values);
    }
    const base = this.#atom();
    if (!this.#eat('^')) return base;
    const exponent = this.#deeper(() => this.#signed());
    return (values) => base(values) ** exponent(values);
  }

  #atom(): Node {
    this.#blanks();
    const start = this.#at;
    const sign = this.#text[start];
    if (sign === undefined)
      throw new Wrong(start, 'The formula is incomplete: a number, a name or a bracket is missing.');
    if (sign === '(') {
      this.#at++;
      const node = this.#deeper(() => this.#compare());
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
    if (word === undefined) throw new Wrong(start, `“${sign}” is unexpected here.`);
    this.#at += word.length;
    this.#blanks();
    if (this.#text[this.#at] === '(') return this.#call(word, start);
    if (word === 'pi') return () => Math.PI;
    return this.#name(word, start);
  }

  #call(word: string, start: number): Node {
    const known = Object.hasOwn(functions, word) ? functions[word] : undefined;
    if (!known) throw new Wrong(start, `Unknown function “${word}”. Available: ${formulaFunctions.join(', ')}.`);
    const opened = this.#at++;
    const args: Node[] = [];
    if (!this.#eat(')')) {
      do args.push(this.#deeper(() => this.#compare()));
      while (this.#eat(','));
      this.#close(opened);
    }
    const [least, most, run] = known;
    if (args.length < least || args.length > most)
      throw new Wrong(
        start,
        `“${word}” takes ${least === most ? least : `${least} to ${most}`} values, not ${args.length}.`,
      );
    if (args.length === 1) {
      const only = args[0] as Node;
      return (values) => run(only(values));
    }
    return (values) => run(...args.map((arg) => arg(values)));
  }

  #bracketName(start: number): Node {
    const end = this.#text.indexOf(']', start);
    if (end < 0) throw new Wrong(start, 'This bracket is not closed.');
    this.#at = end + 1;
    return this.#name(this.#text.slice(start + 1, end).trim(), start);
  }

  #name(name: string, at: number): Node {
    if (!this.#known(name)) throw new Wrong(at, `This log has no channel “${name}”.`);
    let nth = this.names.indexOf(name);
    if (nth < 0) nth = this.names.push(name) - 1;
    return (values) => values[nth] as number;
  }

  #close(opened: number): void {
    if (!this.#eat(')')) throw new Wrong(opened, 'This bracket is not closed.');
  }

  #deeper(act: () => Node): Node {
    if (++this.#depth > depthMax) throw new Wrong(this.#at, 'Too many nested brackets.');
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

  #blanks(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
  }
}

const comparisons: readonly (readonly [string, (a: number, b: number) => boolean])[] = [
  ['>=', (a, b) => a >= b],
  ['<=', (a, b) => a <= b],
  ['>', (a, b) => a > b],
  ['<', (a, b) => a < b],
];
