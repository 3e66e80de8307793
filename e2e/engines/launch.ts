import { constants, setPriority } from 'node:os';
import type { Browser } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { launchFirefox } from './firefox.ts';
import { launchWebKit } from './webkit.ts';

/**
 * A host name that the browser resolves to a local port. It does not count as local, so its pages are not a secure
 * context.
 */
export interface ExternalHost {
  readonly name: string;
  readonly port: number;
}

const launchers = { chromium: launchChromium, firefox: launchFirefox, webkit: launchWebKit };

export type Engine = keyof typeof launchers;

/** The browser of the tests: `PAUTA_BROWSER`, Chromium by default. */
export const engine = (process.env.PAUTA_BROWSER ?? 'chromium') as Engine;

/**
 * Starts it with a lower priority than the product, which it inherits from this process: on two processors its renderers
 * would keep the server from answering for so long that it sheds load.
 */
export const launchBrowser = (externalHost?: ExternalHost): Promise<Browser> => {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  return launchers[engine](externalHost);
};
