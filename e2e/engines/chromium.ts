import { type Browser, chromium } from 'playwright-core';
import type { ExternalHost } from './launch.ts';

/** Disables the connections to Google's servers that Chromium makes at every start. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launchChromium = (externalHost?: ExternalHost): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [...quiet, ...(externalHost ? [`--host-resolver-rules=MAP ${externalHost.name} 127.0.0.1`] : [])],
  });
