import { defineConfig } from 'tsup';
import { esmPackage } from '../../scripts/tsup-preset.ts';

export default defineConfig(
  esmPackage({
    entry: {
      index: 'src/index.ts',
      theme: 'src/theme.ts',
      'default-menu': 'src/default-menu.tsx',
      'menu-tools': 'src/menu-tools.ts',
      page: 'src/page.ts',
      pins: 'src/pins.ts',
      bars: 'src/bars.ts',
      keys: 'src/keys.ts',
      recovery: 'src/recovery.ts',
      'bottom-bar': 'src/bottom-bar.ts',
      'routers/react-router': 'src/routers/react-router.tsx',
      'routers/tanstack-router': 'src/routers/tanstack-router.tsx',
      'routers/wouter': 'src/routers/wouter.tsx',
      // Files of their own, so that an app that takes one part leaves the others out of its bundle.
      'app-shell': 'src/app-shell.tsx',
      'page-focus': 'src/page-focus.ts',
      'search-menu': 'src/search-menu.ts',
      'side-menu': 'src/side-menu.tsx',
      'top-bar': 'src/top-bar.tsx',
      'user-menu': 'src/user-menu.tsx',
    },
    client: true,
  }),
);
