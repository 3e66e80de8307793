// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { sampleDefinition as definition } from '../testing/sample-definition.ts';
import { emptyAnswers } from './answers.ts';
import { clearDraft, loadDraft, saveDraft } from './draft.ts';

const form = (key: string) => ({ ...definition, key });
const empty = emptyAnswers(definition);
const answers = {
  ...empty,
  legal_name: 'La Unión',
  platform_ids: ['0198-1'],
  tax_id: '101850043',
  'agency.tax_id': '131246796',
  consent: true,
};
const typed = { answers, step: 1 };

afterEach(() => {
  vi.useRealTimers();
});

test('typed answers are restored at the same step, without fiscal numbers and consent', () => {
  saveDraft('pk', typed);
  expect(loadDraft(form('pk'), empty)).toEqual({
    answers: { ...empty, legal_name: 'La Unión', platform_ids: ['0198-1'] },
    step: 1,
  });
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/101850043|131246796/);
});

test('each form has its own draft', () => {
  saveDraft('pk', typed);
  expect(loadDraft(form('other'), empty)).toBeUndefined();
  clearDraft('pk');
  expect(loadDraft(form('pk'), empty)).toBeUndefined();
});

test('a draft lasts for a day', () => {
  vi.useFakeTimers();
  saveDraft('pk', typed);
  vi.advanceTimersByTime(23.9 * 60 * 60 * 1000);
  expect(loadDraft(form('pk'), empty)).toBeDefined();
  vi.advanceTimersByTime(0.2 * 60 * 60 * 1000);
  expect(loadDraft(form('pk'), empty)).toBeUndefined();
});

test.each(['', '{', 'null', '[]', '{"at":9e15}', '{"at":"x","answers":{}}'])(
  'invalid stored data is ignored: %s',
  (text) => {
    sessionStorage.setItem('crw:draft:pk', text);
    expect(loadDraft(form('pk'), empty)).toBeUndefined();
  },
);

test.each(['x', -1, null, {}])('values of the wrong type are ignored, and so is a step %o', (step) => {
  const answers = {
    legal_name: 5,
    platform_ids: 'x',
    trade_name: 'Sí',
    tax_id: '1',
    consent: true,
    toString: 'x',
  };
  sessionStorage.setItem('crw:draft:pk', JSON.stringify({ at: Date.now(), step, answers }));
  expect(loadDraft(form('pk'), empty)).toEqual({ answers: { ...empty, trade_name: 'Sí' }, step: 0 });
});
