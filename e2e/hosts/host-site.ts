import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, type TestContext } from 'vitest';
import { keepPicture } from '../browser.ts';
import { launchBrowser } from '../engines/launch.ts';
import { administrator, startProduct } from '../setup.ts';
import type { PinnedEmbed, pageOf } from './host-pages.ts';

type Written = ReturnType<typeof pageOf> & { readonly type?: string };

/** A form with the values of its record. */
export interface FormRecord {
  readonly id: string;
  readonly key: string;
  readonly row_version: number;
}

/** Not a local host name, so its pages are not a secure context. */
const insecureName = 'insegura.example';

/** Starts the product and foreign web sites, and launches a browser. */
export async function openHostSite() {
  const folder = mkdtempSync(join(tmpdir(), 'pauta-hosts-'));
  const pages = new Map<string, Written>();
  const server = createServer((request, response) => {
    const found = pages.get(new URL(request.url ?? '/', 'http://site').pathname.slice(1));
    response.writeHead(found ? 200 : 404, {
      'content-type': found?.type ?? 'text/html; charset=utf-8',
      ...found?.headers,
    });
    response.end(found?.html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const [product, browser] = await Promise.all([
    startProduct({
      PAUTA_DATA_DIR: join(folder, 'data'),
      PAUTA_DEMO: '0',
      // All visitors have the same IP address, so the limit is disabled.
      PAUTA_RATE_LIMIT_ANONYMOUS: '0',
      PAUTA_ADMIN_EMAIL: administrator.email,
      PAUTA_ADMIN_PASSWORD: administrator.password,
    }),
    launchBrowser({ name: insecureName, port }),
  ]);
  const origins = {
    own: `http://127.0.0.1:${port}`,
    insecure: `http://${insecureName}:${port}`,
  } as const;

  const { token } = await (
    await fetch(`${product.address}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(administrator),
    })
  ).json();
  /** Calls the API as the administrator and returns the data of the response. */
  const call = async <Data>(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: object,
    version?: number,
  ): Promise<Data> => {
    const answer = await fetch(`${product.address}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(version !== undefined && { 'if-match': `"${version}"` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    expect(answer.ok, text).toBe(true);
    return JSON.parse(text).data;
  };
  const [first] = await call<{ default_country_id: { id: string } }[]>(
    'GET',
    '/public-forms?fields=default_country_id',
  );
  const makeForm = (name: string): Promise<FormRecord> =>
    call('POST', '/public-forms', {
      name,
      title: 'Registro de clientes',
      allowed_origins: [origins.own, origins.insecure],
      default_country_id: first?.default_country_id.id,
      notice_version: '1',
      notice_text: 'Usamos sus datos para responderle.',
    });

  const { files } = await call<{ files: [PinnedEmbed['script'], PinnedEmbed['loader']] }>(
    'GET',
    '/public-forms/script',
  );
  /** The values a page needs to embed the form. */
  const embedOf = ({ key }: FormRecord): PinnedEmbed => ({
    product: product.address,
    key,
    script: files[0],
    loader: files[1],
  });

  // No test depends on animations, and they are slow on a machine without a graphics card.
  const options: BrowserContextOptions = {
    viewport: { width: 1280, height: 900 },
    locale: 'es-DO',
    reducedMotion: 'reduce',
  };
  const together = await browser.newContext(options);
  /**
   * Opens a page in a tab and collects its errors in `faults`. Tabs share a browser context, except those of tests that
   * are `alone` because they change more than their tab (network, processor, theme).
   */
  const visit = async (
    { task, onTestFinished }: Pick<TestContext, 'task' | 'onTestFinished'>,
    address: string,
    { alone = false, ...own }: BrowserContextOptions & { alone?: boolean } = {},
  ): Promise<{ page: Page; context: BrowserContext; faults: string[] }> => {
    const context = alone ? await browser.newContext({ ...options, ...own }) : together;
    const page = await context.newPage();
    onTestFinished(async () => {
      await keepPicture(page, task);
      await (alone ? context.close() : page.close());
    });
    page.setDefaultTimeout(60_000);
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => {
      // Firefox logs this for a blocked request, which some of the pages cause on purpose.
      if (!message.startsWith('The Same Origin Policy')) faults.push(message);
    });
    page.on('console', (message) => {
      if (message.type() === 'error' && /hydrat|Warning|violates/i.test(message.text()))
        faults.push(message.text());
    });
    await page.goto(address);
    return { page, context, faults };
  };

  return {
    product,
    browser,
    folder,
    pages,
    origins,
    call,
    makeForm,
    embedOf,
    visit,
    close: async () => {
      await browser.close();
      server.close();
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type HostSite = Awaited<ReturnType<typeof openHostSite>>;
