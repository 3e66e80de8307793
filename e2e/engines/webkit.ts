import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { findInPage, type Step, type Wanted } from './in-page.ts';
import type { ExternalHost } from './launch.ts';
import { openSession, type Session } from './webdriver.ts';

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

interface Point {
  readonly x: number;
  readonly y: number;
}

type Body<Answer> = string | ((...given: never[]) => Answer | Promise<Answer>);

const wantedOf = (name: string | RegExp, exact?: boolean): Wanted =>
  typeof name === 'string' ? { text: name, exact } : { text: name.source, flags: name.flags };

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

/** Base class of objects that find elements: page, frame and locator. */
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
  override toString(): string {
    return `${this.frame ?? ''} ${JSON.stringify(this.steps)}`;
  }

  /** Waits for the element, then runs the function on it. */
  evaluate<Answer>(body: Body<Answer>, given?: unknown): Promise<Answer> {
    return this.page.patiently(this.toString(), () =>
      this.page.within(this.frame, () => this.page.run(body, this.steps, given)),
    );
  }

  async waitFor({ state = 'visible' }: { state?: 'visible' | 'attached' | 'detached' } = {}): Promise<void> {
    const look = (one: Element, state: string): boolean =>
      state !== 'visible' || one.checkVisibility({ visibilityProperty: true });
    await this.page.patiently(`${this} ${state}`, async () => {
      const isThere = await this.page
        .within(this.frame, () => this.page.run(look, this.steps, state))
        .catch(() => false);
      if (isThere === (state === 'detached')) throw new Error(isThere ? 'still there' : 'not there');
    });
  }

  /** Clicks in the middle of the element with the pointer, so that an element that covers it gets the click. */
  async click(): Promise<void> {
    const middle = async (one: Element): Promise<Point> => {
      one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const before = one.getBoundingClientRect();
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      const { x, y, width, height } = one.getBoundingClientRect();
      if (before.x !== x || before.y !== y) throw new Error('it moves');
      return { x: x + width / 2, y: y + height / 2 };
    };
    const { x, y } = await this.evaluate(middle);
    // Scrolling inside a frame does not scroll the page that contains it, so that is done here.
    const corner = (one: Element, y: number): Point => {
      scrollBy({ top: one.getBoundingClientRect().y + y - innerHeight / 2, behavior: 'instant' });
      return one.getBoundingClientRect();
    };
    const from = this.frame ? await this.page.locator(this.frame).evaluate(corner, y) : { x: 0, y: 0 };
    await this.page.clickAt({ x: Math.round(from.x + x), y: Math.round(from.y + y) });
  }

  focus(): Promise<void> {
    return this.evaluate((one: HTMLElement) => one.focus());
  }

  /** Replaces the text of the input by typing it key by key. */
  async fill(text: string): Promise<void> {
    await this.evaluate((one: HTMLInputElement) => {
      one.focus();
      one.select();
    });
    await this.page.type(text || 'Backspace');
  }

  async press(key: string): Promise<void> {
    await this.focus();
    await this.page.type(key);
  }

  async check(): Promise<void> {
    const isChecked = () => this.evaluate((one: HTMLInputElement) => one.checked);
    if (!(await isChecked())) await this.click();
    if (!(await isChecked())) throw new Error(`${this}: it did not become checked`);
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
}

class WebKitPage extends Scope {
  readonly session: Session;
  readonly #context: object;
  #timeout = 30_000;
  #turn: Promise<unknown> = Promise.resolve();
  readonly keyboard = {
    press: (key: string): Promise<void> => this.type(key),
    insertText: (text: string): Promise<void> => this.type(text),
  };

  constructor(session: Session, context: object) {
    super(undefined, []);
    this.session = session;
    this.#context = context;
  }

  /** Runs functions one after the other, because a session can be in one frame at a time. */
  within<Answer>(frame: string | undefined, what: () => Promise<Answer>): Promise<Answer> {
    const turn = this.#turn.then(async () => {
      if (frame === undefined) return what();
      const id = await this.session.call('POST', '/element', { using: 'css selector', value: frame });
      await this.session.call('POST', '/frame', { id });
      return what().finally(() => this.session.call('POST', '/frame', { id: null }));
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** Retries until the function succeeds or the timeout is reached. */
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

  /**
   * Runs a function or a script of the test in the page.
   *
   * @param steps locator of the element that is passed to it
   */
  async run<Answer>(body: Body<Answer>, steps: readonly Step[], given?: unknown): Promise<Answer> {
    const call =
      typeof body === 'string' ? `(${body})` : `(${body})(...(steps[0] ? [find(steps)] : []), given)`;
    // Returned as text, because a page may have modified `Array.prototype` or `Object.prototype`.
    const reply = await this.session.call<string>('POST', '/execute/async', {
      script: `const [steps, given, done] = arguments;
        const find = ${findInPage};
        const respond = (value) => {
          const { toJSON } = Array.prototype;
          delete Array.prototype.toJSON;
          const text = JSON.stringify(value) ?? '';
          if (toJSON) Array.prototype.toJSON = toJSON;
          done('+' + text);
        };
        new Promise((resolve) => resolve(${call})).then(respond).catch((error) => done('-' + error));`,
      args: [steps, given ?? null],
    });
    const text = reply.slice(1);
    if (reply.startsWith('-')) throw new Error(text);
    return (text ? JSON.parse(text) : undefined) as Answer;
  }

  evaluate<Answer>(body: Body<Answer>, given?: unknown): Promise<Answer> {
    return this.within(undefined, () => this.run(body, [], given));
  }

  waitForFunction(body: Body<unknown>, given?: unknown): Promise<void> {
    return this.patiently(String(body), async () => {
      if (!(await this.evaluate(body, given))) throw new Error('not yet');
    });
  }

  /** Waits until no resource was received for half a second. */
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

  /** Presses a key, a combination («Control+k») or all keys of a text. */
  async type(text: string): Promise<void> {
    const chord = text.split('+');
    const isKey = chord.every((key) => keys[key] || (chord.length > 1 && key.length === 1));
    const pressed = isKey ? chord.map((key) => keys[key] ?? key) : [...text];
    const downs = pressed.map((value) => ({ type: 'keyDown', value }));
    const ups = pressed.map((value) => ({ type: 'keyUp', value }));
    const actions = isKey ? [...downs, ...ups.reverse()] : downs.flatMap((down, at) => [down, ups[at]]);
    await this.session.call('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
  }

  async clickAt(point: Point): Promise<void> {
    const pointer = (type: string, more: object) => ({ type, button: 0, ...more });
    const actions = [
      pointer('pointerMove', { ...point, duration: 0, origin: 'viewport' }),
      pointer('pointerDown', {}),
      pointer('pointerUp', {}),
    ];
    await this.session.call('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }

  async setViewportSize({ width, height }: { width: number; height: number }): Promise<void> {
    const size = () => this.evaluate<[number, number]>(() => [innerWidth, innerHeight]);
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

  /** Only console events are supported. */
  on(event: string, listener: (event: object) => void): void {
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

/** Starts a virtual display, unless there is one. */
async function openDisplay(): Promise<{ name: string; close: () => void }> {
  if (process.env.DISPLAY) return { name: process.env.DISPLAY, close: () => {} };
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-noreset'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data');
  return { name: `:${String(number).trim()}`, close: () => screen.kill() };
}

/**
 * Launches WebKitGTK, the engine of Safari, driven by WebDriver. It implements the part of Playwright's `Browser` that
 * the tests on foreign pages need, because Playwright drives only its own build of WebKit.
 */
export async function launchWebKit(externalHost?: ExternalHost): Promise<Browser> {
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
                // Local addresses bypass the proxy.
                ...(externalHost
                  ? [
                      `--proxy=http://127.0.0.1:${externalHost.port}`,
                      '--ignore-host=localhost',
                      '--ignore-host=127.0.0.1',
                    ]
                  : []),
              ],
            },
          },
          // With accelerated compositing screenshots are black.
          { DISPLAY: display.name, WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
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
