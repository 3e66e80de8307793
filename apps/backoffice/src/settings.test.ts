import { settingDefaults } from '@pauta/core';
import { settings } from '@pauta/domain/admin/settings/setting.ts';
import { expect, test } from 'vitest';

// Core works without the domain, so the defaults of spec §3 stand in both.
test('core and domain give the known settings the same defaults', () => {
  const ours = Object.fromEntries(
    Object.keys(settingDefaults).map((key) => [key, settings[key]?.field.options.initial]),
  );
  expect(ours).toEqual(settingDefaults);
});
