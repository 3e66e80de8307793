import { type Browser, firefox, type Keyboard, type Locator } from 'playwright-core';
import type { ExternalHost } from './launch.ts';

type Send = (this: unknown, method: string, parameters: object) => Promise<unknown>;
interface Inside {
  readonly _connection: { toImpl(browser: Browser): { readonly _browserSession: object } };
}

/**
 * Playwright sets the colour scheme with a command that Firefox 153 does not support, and then fails to open the page.
 * This skips the command; preferences set the scheme instead.
 */
function withoutColors(browser: Browser): void {
  const { _browserSession } = (browser as unknown as Inside)._connection.toImpl(browser);
  const session = Object.getPrototypeOf(_browserSession) as { send: Send };
  const { send } = session;
  session.send = function (method, parameters) {
    return method === 'emulation.setMediaFeaturesOverride'
      ? Promise.resolve({})
      : send.call(this, method, parameters);
  };
}

/** In this browser, Playwright's `fill` bypasses React's event handlers, so text is typed. */
async function typing(browser: Browser): Promise<void> {
  const page = await browser.newPage();
  const locator = Object.getPrototypeOf(page.locator('html')) as Locator;
  locator.fill = async function (this: Locator, text) {
    await this.selectText();
    await this.press('Delete');
    await this.pressSequentially(text);
  };
  const keyboard = Object.getPrototypeOf(page.keyboard) as Keyboard;
  keyboard.insertText = keyboard.type;
  await page.close();
}

/** Launches an installed Firefox, driven by WebDriver BiDi. */
export async function launchFirefox(externalHost?: ExternalHost): Promise<Browser> {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
    firefoxUserPrefs: {
      'ui.prefersReducedMotion': 1,
      'browser.chrome.site_icons': false,
      'fission.autostart': false,
      'browser.sessionhistory.max_total_viewers': 0,
      ...(externalHost && { 'network.dns.localDomains': externalHost.name }),
    },
  });
  withoutColors(browser);
  await typing(browser);
  return browser;
}
