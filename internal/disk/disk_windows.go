package disk

import (
	"syscall"
	"unsafe"
)

var getDiskFreeSpace = syscall.NewLazyDLL("kernel32.dll").NewProc("GetDiskFreeSpaceExW")

// Of is the space of the file system that has the folder.
func Of(folder string) (Space, error) {
	path, err := syscall.UTF16PtrFromString(folder)
	if err != nil {
		return Space{}, err
	}
	var free, total uint64
	ok, _, err := getDiskFreeSpace.Call(uintptr(unsafe.Pointer(path)), uintptr(unsafe.Pointer(&free)), uintptr(unsafe.Pointer(&total)), 0)
	if ok == 0 {
		return Space{}, err
	}
	return Space{Free: int64(free), Total: int64(total)}, nil
}
