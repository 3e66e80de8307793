// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { reloadOncePerPreloadError } from './preload-error.ts';

const fire = (): Event => {
  const event = new Event('vite:preloadError', { cancelable: true });
  window.dispatchEvent(event);
  return event;
};

beforeEach(() => sessionStorage.clear());

test('the first failure reloads the page, a second one right after it is left to the error screen', () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  reloadOncePerPreloadError();
  expect(fire().defaultPrevented).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(fire().defaultPrevented).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
});
