import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { freePort } from '../setup.ts';

/** A separate browser with one page, driven by WebDriver: https://www.w3.org/TR/webdriver2/. */
export interface Session {
  /** A command of the session: `call('POST', '/url', { url })`. */
  call<Answer = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Answer>;
  /** Calls `listener` for each line that the browser prints, such as messages of the page's console. */
  onLine(listener: (line: string) => void): void;
  close(): Promise<void>;
}

/**
 * @param driver the WebDriver program; it supports one session, hence one per page
 * @param capabilities capabilities that select and configure the browser
 */
export async function openSession(
  driver: string,
  capabilities: object,
  env: NodeJS.ProcessEnv,
): Promise<Session> {
  const port = await freePort();
  const child: ChildProcess = spawn(driver, [`--port=${port}`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  failed.catch(() => {});
  const listeners: ((line: string) => void)[] = [];
  if (child.stdout)
    createInterface(child.stdout).on('line', (line) => {
      for (const listener of listeners) listener(line);
    });
  const send = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    });
    const { value } = (await answer.json()) as { value: Answer & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
  const listens = async (): Promise<void> => {
    while (!(await fetch(`http://127.0.0.1:${port}/status`).catch(() => null))?.ok)
      await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await Promise.race([listens(), failed]);
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: capabilities },
  });
  const session = `/session/${sessionId}`;
  return {
    call: (method, path, body) => send(method, session + path, body),
    onLine: (listener) => listeners.push(listener),
    close: async () => {
      await send('DELETE', session).catch(() => {});
      child.kill();
    },
  };
}
