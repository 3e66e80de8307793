import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { findInPage, type Step, type Wanted } from './in-page.ts';
import type { Stranger } from './launch.ts';
import { type Handle, isHandle, openSession, type Session } from './webdriver.ts';

const places = {
  driver: process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver',
  browser: process.env.WEBKIT_PATH ?? '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
};

const keys: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

type Body<Answer> = string | ((...given: never[]) => Answer);

const wantedOf = (name: string | RegExp, exact?: boolean): Wanted =>
  typeof name === 'string' ? { text: name, exact } : { text: name.source, flags: name.flags };

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

/** What finds elements: a page, a frame of it, or an element. */
abstract class Scope {
  protected readonly page: WebKitPage;
  protected readonly steps: readonly Step[];
  protected readonly frame: string | undefined;

  constructor(page: WebKitPage | undefined, steps: readonly Step[], frame?: string) {
    this.page = page ?? (this as unknown as WebKitPage);
    this.steps = steps;
    this.frame = frame;
  }

  #to(step: Step): WebKitLocator {
    return new WebKitLocator(this.page, [...this.steps, step], this.frame);
  }

  locator(selector: string): WebKitLocator {
    return this.#to({ by: 'css', selector });
  }

  getByLabel(name: string | RegExp, { exact }: { exact?: boolean } = {}): WebKitLocator {
    return this.#to({ by: 'label', name: wantedOf(name, exact) });
  }

  getByText(name: string | RegExp, { exact }: { exact?: boolean } = {}): WebKitLocator {
    return this.#to({ by: 'text', name: wantedOf(name, exact) });
  }

  getByRole(
    role: string,
    { name, exact, level }: { name?: string | RegExp; exact?: boolean; level?: number } = {},
  ): WebKitLocator {
    return this.#to({ by: 'role', role, level, ...(name !== undefined && { name: wantedOf(name, exact) }) });
  }

  first(): WebKitLocator {
    return this.#to({ by: 'first' });
  }
}

class WebKitLocator extends Scope {
  /** Does something with the element once there is one and it can be done. */
  #do<Answer>(what: (element: Handle) => Promise<Answer>): Promise<Answer> {
    return this.page.patiently(this.toString(), () =>
      this.page.within(this.frame, async () => {
        const found = await this.page.find(this.steps);
        if (!isHandle(found)) throw new Error(`${found} elements`);
        return what(found);
      }),
    );
  }

  override toString(): string {
    return `${this.frame ?? ''} ${JSON.stringify(this.steps)}`;
  }

  waitFor({ state = 'visible' }: { state?: 'visible' | 'attached' | 'detached' } = {}): Promise<void> {
    return this.page.patiently(`${this} ${state}`, () =>
      this.page.within(this.frame, async () => {
        const found = await this.page.find(this.steps);
        const isThere =
          isHandle(found) &&
          (state !== 'visible' ||
            (await this.page.run(
              (one: Element) => one.checkVisibility({ visibilityProperty: true }),
              found,
            )));
        if (isThere !== (state !== 'detached'))
          throw new Error(isHandle(found) ? 'one' : `${found} elements`);
      }),
    );
  }

  click(): Promise<void> {
    return this.#do((element) => this.page.session.ask(element, 'POST', '/click'));
  }

  /** Typed, key by key, instead of what stood there. */
  fill(text: string): Promise<void> {
    return this.#do(async (element) => {
      await this.page.session.ask(element, 'POST', '/clear');
      if (text) await this.page.session.ask(element, 'POST', '/value', { text });
    });
  }

  press(key: string): Promise<void> {
    return this.#do((element) =>
      this.page.session.ask(element, 'POST', '/value', { text: keys[key] ?? key }),
    );
  }

  check(): Promise<void> {
    return this.#do(async (element) => {
      const isChecked = () => this.page.run((one: HTMLInputElement) => one.checked, element);
      if (!(await isChecked())) await this.page.session.ask(element, 'POST', '/click');
      if (!(await isChecked())) throw new Error('it did not become checked');
    });
  }

  inputValue(): Promise<string> {
    return this.evaluate((one: HTMLInputElement) => one.value);
  }

  textContent(): Promise<string | null> {
    return this.evaluate((one: Element) => one.textContent);
  }

  scrollIntoViewIfNeeded(): Promise<void> {
    return this.evaluate((one: Element) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
  }

  evaluate<Answer>(body: Body<Answer>, given?: unknown): Promise<Answer> {
    return this.#do((element) => this.page.run(body, element, given));
  }
}

class WebKitPage extends Scope {
  readonly session: Session;
  readonly #context: object;
  #timeout = 30_000;
  #turn: Promise<unknown> = Promise.resolve();
  readonly keyboard = {
    press: (key: string): Promise<void> => this.#type(keys[key] ?? key),
    insertText: (text: string): Promise<void> => this.#type(text),
  };

  constructor(session: Session, context: object) {
    super(undefined, []);
    this.session = session;
    this.#context = context;
  }

  /** One after the other: a session looks into one frame at a time. */
  within<Answer>(frame: string | undefined, what: () => Promise<Answer>): Promise<Answer> {
    const turn = this.#turn.then(async () => {
      if (frame === undefined) return what();
      const id = await this.find([{ by: 'css', selector: frame }]);
      if (!isHandle(id)) throw new Error(`${id} frames`);
      await this.session.call('POST', '/frame', { id });
      return what().finally(() => this.session.call('POST', '/frame', { id: null }));
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** Again until it can be done: a page takes its time. */
  async patiently<Answer>(name: string, what: () => Promise<Answer>): Promise<Answer> {
    const deadline = Date.now() + this.#timeout;
    for (;;) {
      try {
        return await what();
      } catch (error) {
        if (Date.now() > deadline) throw new Error(`${name}: ${error}`);
      }
      await pause();
    }
  }

  find(steps: readonly Step[]): Promise<Handle | number> {
    return this.session.call('POST', '/execute/sync', {
      script: `return (${findInPage}).apply(null, arguments)`,
      args: [steps],
    });
  }

  /** Runs a function of the test, or a script, in the page. */
  async run<Answer>(body: Body<Answer>, ...given: unknown[]): Promise<Answer> {
    const call = typeof body === 'string' ? `(${body})` : `(${body}).apply(null, given)`;
    const { fault, text } = await this.session.call<{ fault?: string; text?: string }>(
      'POST',
      '/execute/async',
      {
        // Somebody's own toJSON would make texts of arrays.
        script: `const given = [...arguments], done = given.pop();
          const tell = (value) => {
            const { toJSON } = Array.prototype;
            delete Array.prototype.toJSON;
            const text = JSON.stringify(value);
            if (toJSON) Array.prototype.toJSON = toJSON;
            done({ text });
          };
          new Promise((resolve) => resolve(${call})).then(tell).catch((error) => done({ fault: String(error) }));`,
        args: given,
      },
    );
    if (fault !== undefined) throw new Error(fault);
    return (text === undefined ? undefined : JSON.parse(text)) as Answer;
  }

  evaluate<Answer>(body: Body<Answer>, given?: unknown): Promise<Answer> {
    return this.within(undefined, () => this.run(body, given));
  }

  waitForFunction(body: Body<unknown>, given?: unknown): Promise<void> {
    return this.patiently(String(body), async () => {
      if (!(await this.evaluate(body, given))) throw new Error('not yet');
    });
  }

  /** Nothing came for half a second. */
  waitForLoadState(): Promise<void> {
    return this.waitForFunction(() => {
      const ends = performance
        .getEntriesByType('resource')
        .map((one) => (one as PerformanceResourceTiming).responseEnd);
      return document.readyState === 'complete' && performance.now() - Math.max(0, ...ends) > 500;
    });
  }

  frameLocator(frame: string): Scope {
    return new (class extends Scope {})(this, [], frame);
  }

  async goto(url: string): Promise<void> {
    await this.session.call('POST', '/url', { url });
  }

  url(): string {
    throw new Error('WebDriver answers later: ask the page for location.href');
  }

  async reload(): Promise<void> {
    await this.session.call('POST', '/refresh');
  }

  async #type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.session.call('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
  }

  async setViewportSize({ width, height }: { width: number; height: number }): Promise<void> {
    const size = () => this.run<[number, number]>(() => [innerWidth, innerHeight]);
    await this.session.call('POST', '/window/rect', { width, height });
    const [inner, innerTall] = await size();
    await this.session.call('POST', '/window/rect', {
      width: 2 * width - inner,
      height: 2 * height - innerTall,
    });
  }

  async screenshot({ path }: { path: string }): Promise<void> {
    await writeFile(path, Buffer.from(await this.session.call<string>('GET', '/screenshot'), 'base64'));
  }

  /** Of the events only what the console says. */
  on(event: string, listener: (told: object) => void): void {
    if (event !== 'console') return;
    this.session.onLine((line) => {
      const [, type, text] = /CONSOLE \S+ (ERROR|WARN) (.*)/.exec(line) ?? [];
      if (type && text) listener({ type: () => type.toLowerCase(), text: () => text });
    });
  }

  context(): object {
    return this.#context;
  }

  setDefaultTimeout(timeout: number): void {
    this.#timeout = timeout;
  }

  close(): Promise<void> {
    return this.session.close();
  }
}

/** A screen that nobody sees, unless there is one. */
async function openDisplay(): Promise<{ name: string; close: () => void }> {
  if (process.env.DISPLAY) return { name: process.env.DISPLAY, close: () => {} };
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data');
  return { name: `:${String(number).trim()}`, close: () => screen.kill() };
}

/**
 * WebKitGTK, the engine of Safari, by WebDriver: the part of Playwright's `Browser` that the pages of others need.
 * Playwright itself drives only a WebKit of its own making.
 */
export async function launchWebKit(stranger?: Stranger): Promise<Browser> {
  const display = await openDisplay();
  const open = new Set<WebKitPage>();
  const newContext = async ({ viewport }: { viewport?: { width: number; height: number } } = {}) => {
    const pages = new Set<WebKitPage>();
    const context = {
      newPage: async () => {
        const session = await openSession(
          places.driver,
          {
            'webkitgtk:browserOptions': {
              binary: places.browser,
              args: [
                '--automation',
                '--enable-write-console-messages-to-stdout=true',
                // Everybody's own machine is reached directly.
                ...(stranger
                  ? [
                      `--proxy=http://127.0.0.1:${stranger.port}`,
                      '--ignore-host=localhost',
                      '--ignore-host=127.0.0.1',
                    ]
                  : []),
              ],
            },
          },
          { DISPLAY: display.name, GTK_A11Y: 'none' },
        );
        const page = new WebKitPage(session, context);
        pages.add(page);
        open.add(page);
        if (viewport) await page.setViewportSize(viewport);
        return page;
      },
      close: async () => {
        for (const page of pages) await page.close();
      },
    };
    return context;
  };
  return {
    newContext,
    newPage: async () => (await newContext()).newPage(),
    close: async () => {
      for (const page of open) await page.close();
      display.close();
    },
  } as unknown as Browser;
}
