import { type Browser, chromium } from 'playwright-core';
import type { Stranger } from './launch.ts';

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

export const launchChromium = (stranger?: Stranger): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [...quiet, ...(stranger ? [`--host-resolver-rules=MAP ${stranger.name} 127.0.0.1`] : [])],
  });
