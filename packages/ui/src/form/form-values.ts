import { useFormContext, useWatch } from 'react-hook-form';

/** The present input of another field of the form that a component stands in. */
export function useFormValue(name: string): unknown {
  const { control } = useFormContext();
  return useWatch({ control, name });
}

/** Writes the input of another field of the form that a component stands in. */
export function useSetFormValue(): (name: string, value: unknown) => void {
  const { setValue, getValues } = useFormContext();
  return (name, value) => {
    if (name in getValues()) setValue(name, value, { shouldDirty: true });
  };
}
