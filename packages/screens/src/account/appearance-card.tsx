import { chooseTheme, type ThemeChoice, useThemeChoice } from '@pauta/layout/theme';
import { Card } from '@pauta/ui/controls/card.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import type { ReactElement } from 'react';

const themes = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Oscuro' },
  { value: 'auto', label: 'Como el sistema' },
];

/** Light, dark or the theme of the system; stored in this browser. */
export function AppearanceCard(): ReactElement {
  return (
    <Card title="Apariencia">
      <Select
        clearable={false}
        hint="Se recuerda en este navegador."
        label="Tema"
        onChange={(theme) => chooseTheme(theme as ThemeChoice)}
        options={themes}
        value={useThemeChoice()}
      />
    </Card>
  );
}
