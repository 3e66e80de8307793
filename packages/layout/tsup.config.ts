import { defineConfig } from 'tsup';
import { esmPackage } from '../../scripts/tsup-preset.ts';

export default defineConfig(
  esmPackage({
    entry: {
      index: 'src/index.ts',
      'theme/theme': 'src/theme/theme.ts',
      'menu/default-menu': 'src/menu/default-menu.tsx',
      'side-menu/menu-tools': 'src/side-menu/menu-tools.ts',
      'page/page': 'src/page/page.ts',
      'pins/pins': 'src/pins/pins.ts',
      'bars/bars': 'src/bars/bars.ts',
      'keys/keys': 'src/keys/keys.ts',
      'recovery/recovery': 'src/recovery/recovery.ts',
      'bars/bottom-bar': 'src/bars/bottom-bar.ts',
      'routers/react-router': 'src/routers/react-router.tsx',
      'routers/tanstack-router': 'src/routers/tanstack-router.tsx',
      'routers/wouter': 'src/routers/wouter.tsx',
      // Separate files, so that an app that imports one component does not bundle the others.
      'shell/app-shell': 'src/shell/app-shell.tsx',
      'page/page-focus': 'src/page/page-focus.ts',
      'menu/search-menu': 'src/menu/search-menu.ts',
      'side-menu/side-menu': 'src/side-menu/side-menu.tsx',
      'shell/top-bar': 'src/shell/top-bar.tsx',
      'shell/user-menu': 'src/shell/user-menu.tsx',
    },
    client: true,
  }),
);
