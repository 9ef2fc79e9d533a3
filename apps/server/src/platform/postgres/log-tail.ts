import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import type { PostgresLog } from './log.ts';

const bytesMax = 16 * 1024 * 1024;

/**
 * PostgreSQL logs to a file, not to a pipe: the file survives a killed app, so no output is lost. This forwards every
 * new line to the app's log.
 */
export function tailLog(file: string, log: PostgresLog, everyMs = 500): { flush(): string; stop(): void } {
  const fd = openSync(file, 'a+', 0o600);
  let offset = fstatSync(fd).size;
  let rest = '';
  let recent: string[] = [];

  const read = () => {
    const { size } = fstatSync(fd);
    if (size < offset) offset = 0;
    const chunk = Buffer.alloc(64 * 1024);
    while (offset < size) {
      const count = readSync(fd, chunk, 0, chunk.length, offset);
      if (count === 0) break;
      offset += count;
      const lines = (rest + chunk.toString('utf8', 0, count)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') pass(line);
    }
    if (offset > bytesMax) {
      ftruncateSync(fd);
      offset = 0;
    }
  };
  const pass = (line: string) => {
    recent = [...recent.slice(-19), line];
    log[levelOf(line)]({ source: 'postgres' }, line);
  };
  const timer = setInterval(read, everyMs).unref();
  return {
    /** Reads new output and returns the last lines, for an error message. */
    flush() {
      read();
      const text = recent.join('\n');
      recent = [];
      return text;
    },
    stop() {
      clearInterval(timer);
      read();
      closeSync(fd);
    },
  };
}

function levelOf(line: string): 'error' | 'warn' | 'debug' {
  // Logged for every connection at a normal stop, and for connects during a start.
  if (/terminating connection due to administrator|database system is (starting|shutting|not yet)/.test(line))
    return 'debug';
  if (/\b(PANIC|FATAL):/.test(line)) return 'error';
  return /\b(ERROR|WARNING):/.test(line) ? 'warn' : 'debug';
}
