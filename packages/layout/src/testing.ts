import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

/** Sets the width of the test's window, such as that of a phone, a small desktop or a large one. */
export function setWidth(width: number): void {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: object): void } };
  happyDOM.setViewport({ width, height: 800 });
}

/** Starts each test of a file with an empty page, empty storage and a large desktop window. */
export function withFreshPage(): void {
  beforeEach(() => {
    localStorage.clear();
    setWidth(1440);
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
}
