import { afterEach, beforeAll } from 'vitest';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}

if (typeof document !== 'undefined') {
  // Testing Library does both automatically only if the test functions are globals.
  const { cleanup, configure } = await import('@testing-library/react');
  // These tests make no claim about durations; the limit only ends a wait for something that never happens.
  configure({ asyncUtilTimeout: 60_000 });

  beforeAll(() => {
    globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  });

  afterEach(() => {
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
  });
}
