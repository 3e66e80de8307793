import { defineConfig } from 'tsup';
import { esmPackage } from '../../scripts/tsup-preset.ts';

export default defineConfig(esmPackage({ entry: { index: 'src/index.ts', react: 'src/react.ts' } }));
