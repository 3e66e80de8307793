import type { StorybookConfig } from '@storybook/react-vite';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../packages/*/src/**/*.stories.tsx'],
  addons: ['@storybook/addon-a11y'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  viteFinal: (vite) => ({
    ...vite,
    // Storybook's own chunks, which no user downloads.
    build: { ...vite.build, chunkSizeWarningLimit: 2000 },
    resolve: {
      ...vite.resolve,
      dedupe: ['react', 'react-dom', 'react-router-dom', 'styled-components', 'swr'],
    },
  }),
};

export default config;
