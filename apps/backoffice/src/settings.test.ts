import { settingDefaults } from '@pauta/core';
import { settings } from '@pauta/domain/admin/settings/setting.ts';
import { expect, test } from 'vitest';

// Core does not import the domain, so the defaults of spec §3 are defined in both.
test('core and domain have the same defaults for the known settings', () => {
  const ours = Object.fromEntries(
    Object.keys(settingDefaults).map((key) => [key, settings[key]?.field.options.initial]),
  );
  expect(ours).toEqual(settingDefaults);
});
