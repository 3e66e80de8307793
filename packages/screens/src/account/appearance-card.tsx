import { Card } from '@pauta/ui/controls/card.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { type ReactElement, useState } from 'react';

/** Where the page's first script looks, before anything is drawn. */
const storageKey = 'pauta.theme';

const themes = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Oscuro' },
  { value: 'auto', label: 'Como el sistema' },
];

/** Light, dark or as the system; remembered in this browser. */
export function AppearanceCard(): ReactElement {
  const [theme, setTheme] = useState(() => document.documentElement.dataset.theme ?? 'light');
  const choose = (next: string): void => {
    setTheme(next);
    document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem(storageKey, next);
    } catch {
      // A browser that stores nothing keeps the theme until the page closes.
    }
  };
  return (
    <Card title="Apariencia">
      <Select
        clearable={false}
        hint="Se recuerda en este navegador."
        label="Tema"
        onChange={choose}
        options={themes}
        value={theme}
      />
    </Card>
  );
}
