import { expect, test } from 'vitest';
import { forecastText } from './undo-words.ts';

const answer = { request_id: 'r', undone: 299, blocked: [], blocked_total: 0, paths: [], repeatable: false };

test('an undo that is not repeatable promises everything only if nothing is kept', () => {
  expect(forecastText(answer)).toBe('Todo vuelve a estar como antes; lo que se haya creado se archiva.');
  expect(forecastText({ ...answer, blocked_total: 1 })).toBe(
    '299 de 300 registros vuelven a estar como antes.',
  );
});
