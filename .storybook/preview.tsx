import type { Preview } from '@storybook/react-vite';
import { useLayoutEffect } from 'react';
import { configure } from 'storybook/test';
import { ThemeStyle } from '../packages/layout/src/theme/theme.ts';

// A story waits for what comes, also on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

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
