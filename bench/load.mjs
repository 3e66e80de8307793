// Load generator: clients that send one request after another, and their response times.
import { Agent, request } from 'node:http';

export const callers = 16;
const rounds = 3;
const seconds = 3;

/** Returns a function that sends a request to `address` over persistent connections and returns `{ status, text }`. */
export function caller(address, fixed = {}) {
  const { hostname, port } = new URL(address);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const sent = request(
        {
          agent,
          method,
          host: hostname,
          port,
          path,
          headers: {
            accept: 'application/json',
            ...fixed,
            ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
            ...headers,
          },
        },
        (answer) => {
          const parts = [];
          answer.on('data', (part) => parts.push(part));
          answer.on('end', () =>
            resolve({ status: answer.statusCode, text: Buffer.concat(parts).toString() }),
          );
        },
      );
      sent.once('error', reject);
      sent.end(text);
    });
}

/** Returns the JSON response, or throws the message of the server. */
export async function askFor(call, method, path, body, headers) {
  const { status, text } = await call(method, path, body, headers);
  if (status >= 400) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 500)}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** The value below which a share of the values is. @example percentile(times, 0.95) */
export const percentile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
export const median = (values) => percentile(values, 0.5);

/** A number of milliseconds for a table. */
export const tenths = (value) => Math.round(value * 10) / 10;

/**
 * Runs `task` with `users` concurrent clients, without pauses, for `time` seconds. Returns requests per second,
 * latencies in milliseconds, and the number of error responses.
 */
export async function measure(task, users = callers, time = seconds) {
  const times = [];
  const start = performance.now();
  const end = start + time * 1000;
  let wrong = 0;
  await Promise.all(
    Array.from({ length: users }, async () => {
      while (performance.now() < end) {
        const began = performance.now();
        const answer = await task();
        times.push(performance.now() - began);
        if (answer.status >= 400) wrong += 1;
      }
    }),
  );
  // The last answers may come long after the end.
  const took = (performance.now() - start) / 1000;
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(times, share));
  return { rate: times.length / took, p50, p95, p99, wrong };
}

/**
 * Times of one caller in several rounds, of which each has at least a few answers.
 *
 * @returns medians of the rounds in milliseconds, and kilobytes of an answer
 */
export async function answerTimes(what, task) {
  const began = performance.now();
  const { status, text } = await task();
  const time = Math.min(4, Math.max(0.8, (performance.now() - began) / 125));
  if (status >= 400) throw new Error(`${what}: ${status} ${text.slice(0, 300)}`);
  const measured = [];
  for (let round = 0; round < 5; round += 1) measured.push(await measure(task, 1, time));
  const wrong = measured.reduce((sum, one) => sum + one.wrong, 0);
  if (wrong > 0) throw new Error(`${what}: ${wrong} answers are errors`);
  const of = (key) => tenths(median(measured.map((one) => one[key])));
  return { 'p50 ms': of('p50'), 'p95 ms': of('p95'), kB: Math.round(text.length / 1000) };
}

/**
 * Measures the tasks alternately in several rounds, so that a slow phase of the machine affects all of them.
 *
 * @returns by task: requests per second, p50 and p99 in milliseconds (medians of the rounds), number of error responses
 */
export async function compare(tasks) {
  const results = Object.fromEntries(Object.keys(tasks).map((name) => [name, []]));
  for (const [name, task] of Object.entries(tasks)) {
    for (let n = 0; n < 50; n += 1) {
      const { status, text } = await task();
      if (status >= 400) throw new Error(`${name}: ${status} ${text.slice(0, 500)}`);
    }
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, task] of Object.entries(tasks)) results[name].push(await measure(task));
  }
  const of = (name, key) => median(results[name].map((one) => one[key]));
  return Object.fromEntries(
    Object.keys(tasks).map((name) => [
      name,
      {
        rate: of(name, 'rate'),
        p50: of(name, 'p50'),
        p99: of(name, 'p99'),
        wrong: results[name].reduce((sum, one) => sum + one.wrong, 0),
      },
    ]),
  );
}

/** A result formatted for printing: rate, its ratio to another rate, latencies, error responses. */
export const line = ({ rate, p50, p99, wrong }, base) => ({
  'per second': Math.round(rate),
  ratio: Number((rate / base).toFixed(2)),
  'p50 ms': Number(p50.toFixed(1)),
  'p99 ms': Number(p99.toFixed(1)),
  refused: wrong,
});
