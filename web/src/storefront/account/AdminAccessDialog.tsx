import { useState } from 'react'
import { useNavigate } from 'react-router'
import { adminPromptAnswered, answerAdminPrompt } from '~/shared/auth/admin-prompt'
import { Button } from '~/shared/ui/Button'
import { Dialog, DialogActions } from '~/shared/ui/Dialog'

/** Asks an admin once per sign-in where to go. */
export function AdminAccessDialog() {
  const navigate = useNavigate()
  const [open, setOpen] = useState(() => !adminPromptAnswered())

  function close() {
    answerAdminPrompt()
    setOpen(false)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title="Admin Access Detected"
      description="You can run the shop with this account. Do you want to go to the admin dashboard, or stay on your own pages?"
    >
      <DialogActions>
        <Button variant="outline" onClick={close}>
          Stay Here
        </Button>
        <Button
          onClick={() => {
            close()
            void navigate('/admin')
          }}
        >
          Go to Admin Dashboard
        </Button>
      </DialogActions>
    </Dialog>
  )
}
