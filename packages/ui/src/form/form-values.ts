import { useFormContext, useWatch } from 'react-hook-form';

/** The current input of another field of the surrounding form. */
export function useFormValue(name: string): unknown {
  const { control } = useFormContext();
  return useWatch({ control, name });
}

/** Sets the input of another field of the surrounding form. */
export function useSetFormValue(): (name: string, value: unknown) => void {
  const { setValue, getValues } = useFormContext();
  return (name, value) => {
    if (name in getValues()) setValue(name, value, { shouldDirty: true });
  };
}
