declare module 'autocannon' {
  export type Request = {
    path?: string;
    method?: string;
    body?: string;
    headers?: Record<string, string>;
    setupRequest?: (request: Request) => Request;
  };
  export type Options = {
    url: string;
    connections?: number;
    duration?: number;
    headers?: Record<string, string>;
    idReplacement?: boolean;
    requests?: Request[];
  };
  export type Result = {
    requests: { average: number; total: number };
    latency: { p50: number; p99: number };
    errors: number;
    timeouts: number;
    non2xx: number;
    '3xx': number;
  };
  export default function autocannon(options: Options): Promise<Result>;
}
