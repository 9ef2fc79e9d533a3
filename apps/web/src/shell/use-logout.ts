import { useNavigate } from 'react-router';
import { logout } from '../platform/api/browser.ts';

export function useLogout(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await logout();
    await navigate('/');
  };
}
