import { Dialog } from '~/shared/ui/dialog'

export default function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  return <Dialog open={open} onOpenChange={onClose} title="Find anything" />
}
