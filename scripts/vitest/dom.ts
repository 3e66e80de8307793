import { afterEach, beforeAll } from 'vitest';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}

if (typeof document !== 'undefined') {
  // Testing Library does both by itself only where the test functions are globals.
  const { cleanup, configure } = await import('@testing-library/react');
  // How long is no claim of these tests; it only ends what never comes.
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
