import { integer } from '@pauta/domain/kinds/number.ts';
import { expect, test } from 'vitest';
import { checkAll, checkOne } from './check.ts';

const fields = { width_px: integer('Ancho (px)', { min: 1, when: { field: 'kind', is: ['video'] } }) };

test('a field depends on an initial value that the form does not show', () => {
  expect(checkAll(fields, { width_px: '320' }, undefined, [], { kind: 'video' })).toEqual({
    ok: true,
    values: { width_px: 320 },
  });
  expect(checkAll(fields, { width_px: '320' }, undefined, [], { kind: 'audio' })).toEqual({
    ok: true,
    values: { width_px: null },
  });
  expect(checkOne(fields, 'width_px', { width_px: '0' }, { kind: 'video' }, [])).toBeTruthy();
  expect(checkOne(fields, 'width_px', { width_px: '0' }, { kind: 'audio' }, [])).toBeUndefined();
});
