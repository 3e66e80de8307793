import { useSettings } from '@pauta/core/react';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import { useMemo } from 'react';

/** Labels and placeholders of fields, and whether they are visible. The company's settings can change all three. */
export interface Labels {
  label(field: Field): string;
  placeholder(field: Field): string | undefined;
  visible(field: Field): boolean;
}

/** The same object until the settings change. */
export function useLabels(): Labels {
  const settings = useSettings();
  return useMemo(() => {
    const { get } = settings;
    return {
      label: ({ label, options }) => (options.setting?.label ? get(options.setting.label, label) : label),
      placeholder: ({ options }) =>
        options.setting?.placeholder
          ? (get(options.setting.placeholder, options.placeholder) ?? undefined)
          : options.placeholder,
      visible: ({ options }) =>
        !options.isInternal &&
        !options.importOnly &&
        (options.setting?.visible ? get(options.setting.visible, true) : true),
    };
  }, [settings]);
}
