/** This file, `link.tsx` and `routes.tsx` are the only ones of this package that import the router, so that it can be replaced. */

export {
  createBrowserRouter,
  createMemoryRouter,
  Navigate,
  Outlet,
  Route,
  RouterProvider,
  type To,
  useBlocker,
  useHref,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router-dom';
export { Link, type LinkProps } from './link.tsx';
export { Routes } from './routes.tsx';
