import type { Preview } from '@storybook/react-vite';
import { useLayoutEffect } from 'react';
import { ThemeStyle } from '../packages/layout/src/theme/theme.ts';

const preview: Preview = {
  globalTypes: {
    theme: {
      description: 'Tema',
      toolbar: {
        icon: 'contrast',
        dynamicTitle: true,
        items: [
          { value: 'light', title: 'Claro', icon: 'sun' },
          { value: 'dark', title: 'Oscuro', icon: 'moon' },
        ],
      },
    },
  },
  initialGlobals: { theme: 'light' },
  parameters: {
    a11y: { test: 'error' },
    controls: { expanded: true },
  },
  decorators: [
    (Story, { globals }) => {
      const theme = String(globals.theme);
      useLayoutEffect(() => {
        document.documentElement.dataset.theme = theme;
      }, [theme]);
      return (
        <>
          <ThemeStyle />
          <Story />
        </>
      );
    },
  ],
};

export default preview;
