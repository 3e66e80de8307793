import type { ClientRegistrationEvents, ClientRegistrationProps } from '../../client-registration-props.ts';

/** Dispatches an event to the page. Returns false if the page prevented the default action. */
export type Emit = <Name extends keyof ClientRegistrationEvents>(
  name: Name,
  detail: ClientRegistrationEvents[Name],
) => boolean;

/** Dispatches to the props of the component: `step` calls `onStep`. */
export const emitToProps =
  (props: ClientRegistrationProps): Emit =>
  (name, detail) => {
    const { [`on${name[0]?.toUpperCase()}${name.slice(1)}`]: handler } = props as unknown as Readonly<
      Record<string, ((detail: unknown) => unknown) | undefined>
    >;
    return handler?.(detail) !== false;
  };
