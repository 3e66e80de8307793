import type { StorybookConfig } from '@storybook/react-vite';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../packages/*/src/**/*.stories.tsx'],
  addons: ['@storybook/addon-a11y'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  viteFinal: (vite) => ({
    ...vite,
    // The chunks of Storybook are large, but no user downloads them.
    build: { ...vite.build, chunkSizeWarningLimit: 2000 },
    resolve: {
      ...vite.resolve,
      dedupe: ['react', 'react-dom', 'react-router-dom', 'styled-components', 'swr'],
    },
  }),
};

export default config;
