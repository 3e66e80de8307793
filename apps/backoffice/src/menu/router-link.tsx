import type { LinkProps } from '@pauta/layout';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';

/** The router's link with the props that the shell passes. */
export const RouterLink = ({ href, ...rest }: LinkProps): ReactElement => <Link to={href} {...rest} />;
