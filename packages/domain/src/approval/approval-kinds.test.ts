import { expect, test } from 'vitest';
import { approvalKinds } from './approval-kinds.ts';
import { decidingPermissions } from './deciding-permissions.ts';

test('are the permissions of all kinds', () => {
  const used = Object.values(approvalKinds).flatMap(({ permissions }) => permissions);
  expect([...decidingPermissions].sort()).toEqual([...new Set(used)].sort());
});
