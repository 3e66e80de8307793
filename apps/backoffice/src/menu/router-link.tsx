import type { LinkProps } from '@pauta/layout';
import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';

/** The router's link with the props that the shell passes. */
export const RouterLink = ({ href, ...rest }: LinkProps): ReactElement => <Link to={href} {...rest} />;
